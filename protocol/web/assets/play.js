// Playing against the engine. The game lives on the server; what is kept here is a copy
// for the case that the server has lost it.
import { $, h, keep, kept, show } from "./dom.js";
import { drawMoves } from "./movelist.js";
import { Lost } from "./socket.js";
import { t } from "./text.js";
import { Tree } from "./tree.js";

export class Play {
  #app;
  #hello = null;
  #state = null; // of the game, as the server has it; null where there is none
  #shown = null; // plies of an earlier position that is looked at; null for the present
  #looks = new Map();
  #note = "";

  constructor(app) {
    this.#app = app;
    app.socket.on("game", (state) => this.#take(state));
    $("new-game").addEventListener("submit", (e) => {
      e.preventDefault();
      this.#begin();
    });
    for (const radio of document.querySelectorAll("[name=by]")) radio.addEventListener("change", () => this.#form());
    $("level").addEventListener("input", () => this.#form());
    for (const what of ["undo", "hint", "offer", "retry"]) $(what).addEventListener("click", () => this.#ask(what));
    $("resign").addEventListener("click", () => this.#resign());
    $("again").addEventListener("click", () => this.#forget());
    $("to-analysis").addEventListener("click", () => app.modes.analyse.takeGame(this.#asGame(), this.#shown));
  }

  // The mode.

  enter() {
    this.#draw();
  }

  leave() {
    this.#app.seats.clocks(null);
  }

  relabel() {
    this.#options();
    this.#form();
    if (this.#app.mode === this) this.#draw();
  }

  async connected(hello) {
    this.#hello = hello;
    this.#options();
    this.#form();
    if (!hello.engine) return;
    const saved = this.#state ?? kept("game");
    if (saved?.id) await this.#rejoin(saved);
  }

  /** Goes on with a game: as the server has it, else as it was kept here. */
  async #rejoin(saved) {
    try {
      this.#take(await this.#app.socket.ask("join", { game: saved.id }));
    } catch (error) {
      if (error instanceof Lost) return;
      if (saved.over) {
        // Nothing to go on with; it can still be looked at.
        if (!this.#state) this.#forget();
        return;
      }
      try {
        this.#take(await this.#app.socket.ask("restore", { ...settingsOf(saved), played: saved.played.slice(saved.moves?.length ?? 0).map((p) => p.move), left: saved.left }));
      } catch (problem) {
        if (problem instanceof Lost) return;
        this.#app.complain(new Error(t("gameLost", { error: problem.message })));
        this.#forget();
      }
    }
  }

  #options() {
    const select = (id, values) => {
      const chosen = $(id).value || kept("new-game")?.[id];
      $(id).replaceChildren(...values.map(([value, text]) => new Option(text, value, false, value === chosen)));
    };
    select("opening", [["", t("openStart")], ...(this.#hello?.openings ?? []).map((name) => [name, t("table_" + name)])]);
    select("rules", (this.#hello?.variants ?? ["russian"]).map((name) => [name, t(name)]));
    const levels = this.#hello?.levels ?? 20;
    $("level").max = levels;
    const old = kept("new-game");
    if (old && !this.#restored) {
      this.#restored = true;
      const form = $("new-game");
      for (const name of ["you", "by", "level", "minutes", "increment"]) if (old[name] !== undefined) form.elements[name].value = old[name];
    }
  }
  #restored = false;

  #form() {
    const byClock = $("new-game").elements.by.value === "clock";
    show($("by-level"), !byClock);
    show($("by-clock"), byClock);
    $("level-value").textContent = $("level").value;
  }

  async #begin() {
    const form = $("new-game").elements;
    const wish = { you: form.you.value, by: form.by.value, level: form.level.value, minutes: form.minutes.value, increment: form.increment.value, opening: form.opening.value, rules: form.rules.value };
    keep("new-game", wish);
    const args = { you: wish.you === "random" ? (Math.random() < 0.5 ? "w" : "b") : wish.you, rules: wish.rules, table: wish.opening, level: 0 };
    if (wish.by === "level") args.level = Number(wish.level);
    else args.clock = { base: Number(wish.minutes) * 60, inc: Number(wish.increment) };
    $("begin").disabled = true;
    try {
      const state = await this.#app.socket.ask("play", args);
      this.#state = null;
      this.#app.flip(state.you === "b");
      this.#take(state);
      scrollTo({ top: 0 });
      this.#app.board.element.focus({ preventScroll: true });
    } catch (error) {
      this.#app.complain(error);
    } finally {
      $("begin").disabled = false;
    }
  }

  #forget() {
    this.#state = null;
    this.#shown = null;
    keep("game", null);
    this.#app.socket.ask("leave").catch(() => {});
    if (this.#app.mode === this) this.#draw();
  }

  async #ask(what, args) {
    try {
      this.#take(await this.#app.socket.ask(what, args));
      return true;
    } catch (error) {
      this.#app.complain(error);
      this.#draw();
      return false;
    }
  }

  #resign() {
    if (confirm(t("resignSure"))) this.#ask("resign");
  }

  // The state.

  #take(state) {
    const old = this.#state;
    if (old?.id === state.id && old.serial > state.serial) return; // overtaken
    this.#state = state;
    keep("game", { id: state.id, ...settingsOf(state), played: state.played, left: state.left, over: state.over });
    const same = old?.id === state.id, added = same ? state.played.length - old.played.length : 0;
    if (!same || added < 0) this.#looks.clear();
    if (added !== 0) this.#shown = null;
    this.#note = state.fault || (state.offer === "declined" ? t("declined") : state.hint ? t("hintIs", { move: state.hint.text }) : "");
    if (added > 0) this.#announce(state);
    else if (state.over && !old?.over) this.#app.say(overText(state.over));
    if (this.#app.mode === this) this.#draw({ animate: added === 1 });
  }

  #announce(state) {
    const last = state.played.at(-1);
    const white = state.look.side === "b";
    const mine = white === (state.you === "w");
    let text = t("plays", { who: t(mine ? "you" : "engine"), move: last.text });
    if (state.over) text += ". " + overText(state.over);
    else if (!mine) text += ". " + t(state.look.capture ? "yourCapture" : "yourMove");
    this.#app.say(text);
  }

  #draw({ animate = false } = {}) {
    const { board, seats } = this.#app, s = this.#state;
    show($("new-game"), !s);
    show($("game"), Boolean(s));
    if (!s) {
      board.setArrows([]);
      seats.name({});
      seats.clocks(null);
      this.#app.socket.ask("look", {}).then((look) => {
        if (this.#state || this.#app.mode !== this) return;
        board.show(look);
        seats.material(look.squares, "");
      }, () => {});
      return;
    }
    const live = this.#shown === null;
    const look = live ? s.look : this.#looks.get(this.#shown);
    if (look) {
      const mine = live && !s.over && look.side === s.you;
      board.show(look, { interactive: mine, animate });
      board.setArrows(live && s.hint ? [{ route: s.hint.route, kind: "hint" }] : []);
      seats.material(look.squares, s.over ? "" : s.look.side);
      this.#app.offer(mine ? look : null);
    }
    const engine = { b: this.#hello?.engine ?? t("engine") };
    const level = s.level ? t("level") + " " + s.level : s.clock ? "" : t("levelFull");
    const names = { [s.you]: t("you"), [s.you === "w" ? "b" : "w"]: (engine.b.split(" ")[0]) };
    seats.name(names, { [s.you === "w" ? "b" : "w"]: s.thinking ? "…" : level });
    seats.clocks(s.left ?? null, s.running);

    $("game-status").textContent = s.over ? overText(s.over) : s.look.side !== s.you ? t(s.fault ? "waiting" : "thinking") : t(s.look.capture ? "yourCapture" : "yourMove");
    $("game-status").classList.toggle("busy", s.thinking);
    $("counts").replaceChildren(...countsOf(s.look).map((text) => h("li", {}, text)));
    $("game-note").textContent = this.#note;
    show($("retry"), Boolean(s.fault));
    const mine = !s.over && s.look.side === s.you;
    $("undo").disabled = Boolean(s.clock) || s.played.length <= (s.moves?.length ?? 0);
    $("hint").disabled = !mine;
    show($("offer"), !s.over);
    show($("resign"), !s.over);
    show($("hint"), !s.over);
    show($("to-analysis"), Boolean(s.over));
    show($("again"), Boolean(s.over));

    const tree = new Tree(this.#asGame());
    const ply = this.#shown ?? s.played.length;
    drawMoves($("game-moves"), tree, {
      blackBegan: blackBegan(s), current: ply ? tree.main()[ply - 1] : tree.root, onSelect: (node) => this.#look(node.ply),
    });
  }

  #asGame() {
    const s = this.#state;
    const engine = this.#hello?.engine ?? "", you = t("you");
    return {
      rules: s.rules, start: s.start ?? "", result: s.over?.result ?? "*",
      tags: [
        { name: "Event", value: "Bolshak" }, { name: "Date", value: new Date().toISOString().slice(0, 10).replaceAll("-", ".") },
        { name: "White", value: s.you === "w" ? you : engine }, { name: "Black", value: s.you === "b" ? you : engine },
        ...(s.opening ? [{ name: "Opening", value: s.opening }] : []),
      ],
      nodes: s.played.map((p, i) => ({ parent: i - 1, move: p.move, text: p.text })),
    };
  }

  /** Looks at an earlier position. */
  async #look(ply) {
    const s = this.#state;
    if (!s) return;
    if (ply >= s.played.length) this.#shown = null;
    else {
      this.#shown = Math.max(ply, 0);
      if (!this.#looks.has(this.#shown)) {
        try {
          const look = await this.#app.socket.ask("look", { rules: s.rules, start: s.start, moves: s.played.slice(0, ply).map((p) => p.move) });
          this.#looks.set(ply, look);
        } catch (error) {
          this.#app.complain(error);
          return;
        }
      }
    }
    if (this.#app.mode === this) this.#draw();
  }

  go(where) {
    const n = this.#state?.played.length ?? 0, now = this.#shown ?? n;
    this.#look({ first: 0, previous: now - 1, next: now + 1, last: n }[where]);
  }

  async onMove(choice) {
    const ply = this.#state.played.length;
    if (!await this.#ask("move", { move: choice.move, ply })) this.#app.board.cancel();
  }

  async typed(text) {
    if (!this.#state) throw new Error(t("newGame"));
    this.#take(await this.#app.socket.ask("move", { move: text, ply: this.#state.played.length }));
  }
}

/** The settings of a game, as it can be begun anew. */
function settingsOf({ rules, you, level, clock, start, moves, opening }) {
  return { rules, you, level, clock, start, moves, opening };
}

/** Reports whether the first move of a game was Black's. */
export function blackBegan(s) {
  const plies = s.played.length;
  return (s.look.side === "b") !== (plies % 2 === 1);
}

/** Says how a game has ended. */
export function overText(over) {
  return over.reason ? t(over.result) + ", " + t(over.reason) : t(over.result);
}

/** Says how far the counters of draws have come. */
export function countsOf(look) {
  const texts = (look.counts ?? []).map((c) => t("count", { name: t("count_" + c.draw), moves: c.moves, limit: c.limit }));
  if (look.stood > 1) texts.push(t("stood", { n: look.stood }));
  return texts;
}
