// Analysis: a tree of moves, the engine's lines, evaluation, set-up and game files.
import { drawChart } from "./chart.js";
import { $, h, keep, kept, settled, show } from "./dom.js";
import { Games } from "./games.js";
import { drawMoves } from "./movelist.js";
import { countsOf, overText } from "./play.js";
import { Setup } from "./setup.js";
import { Lost } from "./socket.js";
import { number, scoreText, t, termName } from "./text.js";
import { Tree } from "./tree.js";

export class Analysis {
  #looks = new Map(); // by node
  #asked = 0; // the id of the running analysis
  #lines = null;
  #tab = "moves";
  #hello = null;
  #store = settled(() => keep("analysis", { ...this.tree.game(), at: this.tree.path() }), 300);

  constructor(app) {
    this.app = app;
    this.tree = new Tree(kept("analysis") ?? {});
    this.#goTo(kept("analysis")?.at ?? []);
    this.setup = new Setup(app, this);
    this.games = new Games(app, this);
    app.socket.on("lines", (event) => this.#take(event));
    $("engine-on").addEventListener("change", () => this.#analyse());
    $("lines").value = kept("lines") ?? "3";
    $("lines").addEventListener("change", () => {
      keep("lines", $("lines").value);
      this.#analyse();
    });
    for (const tab of document.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => this.openTab(tab.dataset.tab));
    $("mark").addEventListener("change", () => this.#edit((n) => (n.nags = $("mark").value === "0" ? [] : [Number($("mark").value)])));
    $("comment").addEventListener("change", () => this.#edit((n) => (n.comment = $("comment").value.trim())));
    $("promote").addEventListener("click", () => this.#edit((n) => this.tree.promote(n)));
    $("remove").addEventListener("click", () => this.#edit((n) => this.tree.remove(n)));
  }

  enter() {
    this.openTab(this.#tab);
    this.show();
  }

  leave() {
    this.#stop();
    this.app.board.editing = false;
    show($("bar"), false);
  }

  connected(hello) {
    this.#hello = hello;
    this.#asked = 0;
    if (this.app.mode === this) this.show();
  }

  relabel() {
    this.setup.relabel();
    this.games.relabel();
    if (this.app.mode === this) {
      this.#drawLines();
      this.#drawTab();
      this.draw();
    }
  }

  get look() { return this.#looks.get(this.tree.current); }

  /** Opens a game that was read, or one that was played, at a number of plies. */
  open(game, ply = 0) {
    this.tree = new Tree(game);
    this.#looks.clear();
    for (let i = 0; i < ply && this.tree.current.children[0]; i++) this.tree.current = this.tree.current.children[0];
    this.#store();
    this.openTab("moves");
    if (this.app.mode === this) this.show();
  }

  /** Takes a game over from play. */
  takeGame(game, ply) {
    this.open(game, ply ?? game.nodes.length);
    this.app.setMode("analyse");
  }

  #goTo(path) {
    for (const move of path) {
      const next = this.tree.current.children.find((c) => c.move === move);
      if (!next) return;
      this.tree.current = next;
    }
  }

  /** Shows the present node, and has it analysed. */
  async show({ animate = false } = {}) {
    const node = this.tree.current;
    if (!this.#looks.has(node)) {
      try {
        this.#looks.set(node, await this.app.socket.ask("look", this.tree.place()));
      } catch (error) {
        if (error instanceof Lost) return;
        // What was kept cannot be read any more: begin anew.
        this.app.complain(error);
        if (node === this.tree.root && !this.tree.start) return;
        this.open({});
        return;
      }
    }
    if (this.tree.current !== node || this.app.mode !== this) return;
    const look = this.look;
    if (!this.app.board.editing) this.app.board.show(look, { interactive: true, animate });
    this.app.offer(look);
    this.draw();
    this.#drawTab();
    this.#analyse();
  }

  draw() {
    const look = this.look, tree = this.tree, node = tree.current;
    if (!look) return;
    const { seats } = this.app;
    const white = tree.tag("White"), black = tree.tag("Black");
    seats.name({ w: white && white !== "?" ? white : t("whitePlayer"), b: black && black !== "?" ? black : t("blackPlayer") });
    seats.material(look.squares, look.over ? "" : look.side);
    seats.clocks(null);
    $("analysis-title").textContent = [tree.tag("Event"), tree.tag("Date")].filter((x) => x && !/^\?/.test(x)).join(", ");
    drawMoves($("analysis-moves"), tree, { blackBegan: this.#blackBegan(), onSelect: (n) => this.select(n) });
    const status = look.over ? [overText(look.over)] : countsOf(look);
    if (!look.over && node.children.length === 0 && tree.result !== "*" && tree.isMain(node)) status.push(t(tree.result));
    $("analysis-status").textContent = status.join(" · ");
    show($("node-tools"), Boolean(node.parent));
    $("mark").value = String(node.nags.find((n) => n <= 6) ?? 0);
    $("comment").value = node.comment;
    $("promote").disabled = tree.isMain(node);
    const v = look.verdict;
    show($("verdict"), Boolean(v));
    if (v) {
      const text = t(v.value > 0 ? "tableWin" : v.value < 0 ? "tableLoss" : "tableDraw");
      $("verdict").textContent = t("tableSays") + ": " + text + (v.plies ? " " + t("inPlies", { n: v.plies }) : "");
    }
    this.drawChart();
  }

  drawChart() {
    const main = this.tree.main(), node = this.tree.current;
    const scores = [this.tree.root, ...main].map((n) => n.score);
    const known = scores.filter(Boolean).length > 1;
    show($("chart"), known);
    if (!known) return;
    drawChart($("chart"), scores, main, this.tree.isMain(node) ? node.ply : -1, (ply) => this.select(ply ? main[Math.min(ply, main.length) - 1] : this.tree.root));
  }

  #blackBegan() {
    const look = this.look;
    return (look.side === "b") !== (this.tree.current.ply % 2 === 1);
  }

  select(node, options) {
    if (!node || node === this.tree.current) return;
    this.tree.current = node;
    if (node.text) this.app.say(node.text + (node.comment ? ". " + node.comment : ""));
    this.#store();
    this.show(options);
  }

  go(where) {
    const { current, root } = this.tree;
    const to = { first: root, previous: current.parent, next: current.children[0], last: this.tree.end() }[where];
    this.select(to, { animate: where === "next" });
  }

  onMove(choice) {
    this.select(this.tree.add(this.tree.current, choice.move, choice.text), { animate: true });
  }

  onEdit(from, to) { this.setup.drag(from, to); }

  async typed(text) {
    const place = this.tree.place(), node = this.tree.current;
    const look = await this.app.socket.ask("look", { ...place, moves: [...place.moves, text] });
    const child = this.tree.add(node, look.last.move, look.last.text);
    this.#looks.set(child, look);
    this.select(child, { animate: true });
  }

  #edit(change) {
    const node = this.tree.current;
    if (!node.parent) return;
    change(node);
    this.#store();
    if (this.tree.current === node) this.draw();
    else this.show();
  }

  changed() {
    this.#store();
    this.draw();
  }

  // The engine's lines.

  #analyse() {
    const on = $("engine-on").checked && this.app.mode === this && !this.app.board.editing;
    if (!on || this.look?.over) {
      this.#stop();
      return;
    }
    const answer = this.app.socket.ask("analyse", { ...this.tree.place(), lines: Number($("lines").value) });
    this.#asked = answer.id;
    this.#lines = null;
    this.#drawLines();
    answer.catch((error) => error instanceof Lost || this.app.complain(error));
  }

  #stop() {
    if (this.#asked) this.app.socket.ask("stop").catch(() => {});
    this.#asked = 0;
    this.#lines = null;
    this.#drawLines();
  }

  #take(event) {
    if (event.of !== this.#asked) return; // of an earlier position
    this.#lines = event;
    if (event.error) this.app.complain(new Error(event.error));
    this.#drawLines();
  }

  #drawLines() {
    const event = this.#lines, best = event?.lines[0];
    const bar = $("bar"), row = bar.parentNode;
    show(bar, this.#asked > 0);
    row.classList.toggle("with-bar", this.#asked > 0);
    $("engine-facts").textContent = event?.depth ? t("depth", { n: event.depth }) + (event.speed ? " · " + t("speed", { n: number(event.speed / 1e6, 1) }) : "") : "";
    if (best) {
      bar.firstElementChild.style.height = (100 * (best.share ?? 0.5)).toFixed(1) + "%";
      bar.setAttribute("aria-label", t("scoreBar", { score: scoreText(best.score) }));
      bar.classList.toggle("turned", this.app.board.flipped);
    }
    this.#drawLineRows(event?.lines ?? []);
    const arrows = (event?.lines ?? []).slice(0, 3).map((line, i) => {
      const choice = this.look?.moves.find((m) => m.move === line.moves[0]);
      return choice && { route: choice.routes[0], kind: i ? "other" : "best" };
    }).filter(Boolean).reverse();
    if (this.app.mode === this) this.app.board.setArrows(arrows);
  }

  /**
   * Shows the lines. They change ten times a second: the elements stay and their texts
   * change, so that a click that has begun on a move ends on it.
   */
  #drawLineRows(lines) {
    const list = $("engine-lines");
    // What is below must not jump when lines come and go.
    list.style.minHeight = this.#asked ? 2.1 * Number($("lines").value) + "rem" : "";
    if (!lines.length) {
      list.replaceChildren(h("li", { class: "idle" }, t(this.#idle())));
      return;
    }
    list.querySelector(".idle")?.remove();
    const fit = (parent, count, make) => {
      while (parent.children.length > count) parent.lastElementChild.remove();
      while (parent.children.length < count) parent.append(make(parent.children.length));
    };
    fit(list, lines.length, () => h("li", {}, h("span", { class: "score" }), h("span", { class: "line" })));
    lines.forEach((line, row) => {
      const [score, moves] = list.children[row].children;
      score.textContent = scoreText(line.score);
      fit(moves, line.texts.length, (i) => h("button", { type: "button", class: "line-move", onclick: () => this.#follow(this.#lines?.lines[row], i) }));
      line.texts.forEach((text, i) => {
        if (moves.children[i].textContent !== text) moves.children[i].textContent = text;
      });
    });
  }

  /** Says why there are no lines. */
  #idle() {
    if (!$("engine-on").checked) return "analysisOff";
    if (this.app.board.editing) return "analysisPaused";
    return this.look?.over ? "gameOver" : "analysisWait";
  }

  /** Plays a line up to one of its moves. */
  #follow(line, last) {
    if (!line || last >= line.moves.length) return;
    let node = this.tree.current;
    for (let i = 0; i <= last; i++) node = this.tree.add(node, line.moves[i], line.texts[i]);
    this.select(node, { animate: last === 0 });
  }

  // The tabs.

  openTab(name) {
    this.#tab = name;
    for (const tab of document.querySelectorAll("[data-tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    for (const page of document.querySelectorAll("[data-of]")) show(page, page.dataset.of === name);
    const wasEditing = this.app.board.editing;
    this.app.board.editing = name === "setup" && this.app.mode === this;
    if (this.app.board.editing && !wasEditing) this.setup.begin(this.look);
    else if (wasEditing && !this.app.board.editing && this.look) this.app.board.show(this.look, { interactive: true });
    this.#drawTab();
    if (this.app.mode === this) this.#analyse();
  }

  async #drawTab() {
    const node = this.tree.current;
    if (this.#tab === "terms") await this.#drawTerms(node);
    if (this.#tab === "setup" || this.#tab === "games") this.setup.share(this.tree.place());
  }

  async #drawTerms(node) {
    if (!this.#hello?.terms) {
      $("wdl").textContent = t("noTerms");
      return;
    }
    let e;
    try {
      e = await this.app.socket.ask("terms", this.tree.place(node));
    } catch {
      return;
    }
    if (this.tree.current !== node) return;
    const sign = this.look?.side === "b" ? -1 : 1;
    const [w, d, l] = e.wdl.map((x) => number(100 * x, 0));
    $("wdl").textContent = t("wdl", { w, d, l });
    const most = Math.max(0.01, ...e.terms.map((x) => Math.abs(x.score)));
    const rows = e.terms.map((x) => ({ ...x, score: sign * x.score })).filter((x) => Math.abs(x.score) >= 0.005)
      .sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
      .map((x) => h("tr", {}, h("th", { scope: "row" }, termName(x.name)), h("td", {}, String(x.white)), h("td", {}, String(x.black)),
        h("td", { class: "value" }, scoreText({ men: x.score })), h("td", { class: "meter" }, meter(x.score / most))));
    const total = scoreText({ men: sign * e.score });
    $("terms").replaceChildren(
      h("thead", {}, h("tr", {}, ...[t("term"), t("whitePlayer"), t("blackPlayer"), t("total") + " " + total, ""].map((x) => h("th", { scope: "col" }, x)))),
      h("tbody", {}, ...rows));
  }
}

/** A bar to the right for White, to the left for Black. */
function meter(share) {
  const bar = h("span", { class: share < 0 ? "bar-left" : "bar-right" });
  bar.style.width = (50 * Math.abs(share)).toFixed(1) + "%";
  return bar;
}
