// A match while it is played.
import { $, h, show, svg } from "./dom.js";
import { drawMoves } from "./movelist.js";
import { squares } from "./pieces.js";
import { overText } from "./play.js";
import { number, scoreText, t } from "./text.js";
import { Tree } from "./tree.js";

export class Watch {
  #state = null;
  #slot = null; // of the board that is shown large
  #ply = null; // that is looked at; null for the present

  constructor(app) {
    this.app = app;
    app.socket.on("match", (state) => this.#take(state));
  }

  async connected(hello) {
    if (!hello.match) return;
    try {
      this.#take(await this.app.socket.ask("watch"));
    } catch { /* the connection is lost again */ }
  }

  enter() { this.#draw(false); }
  leave() { this.app.seats.clocks(null); }
  relabel() { if (this.app.mode === this) this.#draw(false); }
  onMove() {}
  typed() { return Promise.reject(new Error(t("watch"))); }

  get #board() { return this.#state?.boards.find((b) => b.slot === this.#slot) ?? this.#state?.boards[0]; }

  #take(state) {
    const before = this.#board;
    this.#state = state;
    const now = this.#board;
    if (before && now && before.number !== now.number) this.#ply = null;
    const added = before && now && before.number === now.number ? now.played.length - before.played.length : 0;
    if (this.app.mode !== this) return;
    if (added === 1 && this.#ply === null) this.app.say(now.played.at(-1).text);
    this.#draw(added === 1);
  }

  go(where) {
    const n = this.#board?.played.length ?? 0, now = this.#ply ?? n;
    const to = { first: 0, previous: Math.max(now - 1, 0), next: now + 1, last: n }[where];
    this.#look(to >= n ? null : to);
  }

  async #look(ply) {
    this.#ply = ply;
    this.#draw(false);
  }

  async #draw(animate) {
    const { board, seats } = this.app, b = this.#board;
    const s = this.#state?.standing;
    $("watch-status").textContent = s?.over ? t("matchOver") : b ? "" : t("matchWait");
    if (b) {
      if (this.#ply === null) board.show({ squares: b.squares, side: b.side, moves: [], last: b.played.at(-1) }, { animate });
      else {
        const ply = this.#ply;
        const look = await this.app.socket.ask("look", { start: b.start, rules: b.rules, moves: b.played.slice(0, ply).map((p) => p.move) }).catch(() => null);
        if (look && this.#ply === ply) board.show({ ...look, moves: [] });
      }
      seats.name({ w: b.white, b: b.black }, { w: note(b, 0), b: note(b, 1) });
      seats.material(b.squares, b.over ? "" : b.side);
      seats.clocks(b.left ?? null, b.over ? "" : b.side);
      const tree = new Tree({ nodes: b.played.map((p, i) => ({ parent: i - 1, move: p.move, text: p.text })) });
      const at = this.#ply ?? b.played.length;
      drawMoves($("watch-moves"), tree, { blackBegan: (b.side === "b") !== (b.played.length % 2 === 1), current: at ? tree.main()[at - 1] : tree.root, onSelect: (n) => this.#look(n.ply >= b.played.length ? null : n.ply) });
    }
    this.#drawStanding(s);
    this.#drawBoards();
  }

  #drawStanding(s) {
    if (!s) return;
    const figure = (name, value) => h("div", { class: "figure" }, h("span", { class: "figure-name" }, name), h("span", { class: "figure-value" }, value));
    $("watch-facts").replaceChildren(
      figure(t("games"), s.total ? `${s.games} / ${s.total}` : String(s.games)),
      figure("+ = −", `${s.wins} ${s.draws} ${s.losses}`),
      ...(s.games ? [figure(t("elo"), signed(s.elo[0]) + " ± " + number(s.elo[1], 1)), figure(t("los"), number(100 * s.los, 1) + " %")] : []));
    show($("watch-test"), Boolean(s.llr));
    if (s.llr) {
      const { value, bounds, elo, verdict } = s.llr;
      const share = Math.min(Math.max((value - bounds[0]) / (bounds[1] - bounds[0]), 0), 1);
      $("watch-test").querySelector(".test-mark").style.left = (100 * share).toFixed(1) + "%";
      $("watch-test").querySelector(".note").textContent = `${t("llr")} ${number(value)} (${number(bounds[0])} … ${number(bounds[1])}), [${elo.join(", ")}] ${verdict}`;
    }
    $("cross").replaceChildren(
      h("thead", {}, h("tr", {}, ...["", t("engine"), t("elo"), t("games"), t("points"), ...s.table.map((_, i) => String(i + 1))].map((x) => h("th", { scope: "col" }, x)))),
      h("tbody", {}, ...s.table.map((row, i) => h("tr", {}, h("td", {}, String(i + 1)), h("th", { scope: "row" }, row.name),
        h("td", {}, row.games ? signed(row.elo[0]) : "–"), h("td", {}, String(row.games)), h("td", {}, number(row.points, 1)),
        ...row.against.map((r, j) => h("td", {}, i === j ? "×" : r.join("-")))))));
  }

  #drawBoards() {
    const boards = this.#state?.boards ?? [];
    show($("boards"), boards.length > 1);
    $("boards").replaceChildren(...boards.map((b) => h("button", {
      type: "button", class: b === this.#board ? "small current" : "small", "aria-label": `${t("board")} ${b.slot}: ${b.white} – ${b.black}`,
      onclick: () => {
        this.#slot = b.slot;
        this.#ply = null;
        this.#draw(false);
      },
    }, thumbnail(b), h("span", {}, `${b.white} – ${b.black}`), b.over ? h("span", { class: "note" }, overText(b.over)) : null)));
  }
}

/** What a side said of the position last. */
function note(b, side) {
  const words = [];
  if (b.score[side]) words.push(scoreText(b.score[side]));
  if (b.depth[side]) words.push(t("depth", { n: b.depth[side] }));
  return words.join(" · ");
}

function signed(x) { return (x > 0 ? "+" : x < 0 ? "−" : "") + number(Math.abs(x), 1); }

/** A small picture of a board. */
function thumbnail(b) {
  const cells = squares.map((name, i) => {
    const x = name.charCodeAt(0) - 97, y = 7 - (name.charCodeAt(1) - 49), kind = b.squares[i];
    const parts = [svg("rect", { x, y, width: 1, height: 1, class: "dark" })];
    if (kind !== "e") parts.push(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.4, class: "spot " + kind.toLowerCase() + (kind === kind.toLowerCase() ? "" : " crowned") }));
    return parts;
  });
  return svg("svg", { viewBox: "0 0 8 8", class: "thumbnail", "aria-hidden": "true" }, svg("rect", { width: 8, height: 8, class: "light" }), ...cells.flat());
}
