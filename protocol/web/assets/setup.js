// Setting up a position, by hand or from a text, and passing one on.
import { $, h } from "./dom.js";
import { pieceIcon, squares } from "./pieces.js";
import { current, problemText, t } from "./text.js";

const kinds = ["w", "W", "b", "B", "e"];

export class Setup {
  #board = "e".repeat(32);
  #side = "w";
  #kind = "w";

  constructor(app, analysis) {
    this.app = app;
    this.analysis = analysis;
    $("setup-side").addEventListener("click", () => {
      this.#side = this.#side === "w" ? "b" : "w";
      this.#draw();
    });
    $("setup-clear").addEventListener("click", () => this.#set("e".repeat(32)));
    $("setup-start").addEventListener("click", () => {
      this.#side = "w";
      this.#set("b".repeat(12) + "e".repeat(8) + "w".repeat(12));
    });
    $("setup-done").addEventListener("click", () => this.#done());
    $("paste").addEventListener("submit", (e) => {
      e.preventDefault();
      this.#read($("paste-text").value);
    });
    for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => this.#copy(button));
    this.relabel();
  }

  relabel() {
    $("palette").replaceChildren(...kinds.map((kind) => h("button", {
      type: "button", role: "radio", "aria-checked": String(kind === this.#kind), title: t(kind === "e" ? "remove" : "piece_" + kind), "aria-label": t(kind === "e" ? "remove" : "piece_" + kind),
      "data-kind": kind, onclick: () => this.#choose(kind),
    }, kind === "e" ? "✕" : pieceIcon(kind))));
    this.#draw();
  }

  #choose(kind) {
    this.#kind = kind;
    for (const b of $("palette").children) b.setAttribute("aria-checked", String(b.dataset.kind === kind));
  }

  /** Begins with a position. */
  begin(look) {
    if (look) {
      this.#board = look.squares;
      this.#side = look.side;
    }
    $("setup-error").textContent = "";
    this.#draw();
  }

  #set(board) {
    this.#board = board;
    this.#draw();
  }

  #draw() {
    $("setup-side").textContent = t("toMove") + ": " + t(this.#side === "w" ? "whitePlayer" : "blackPlayer");
    if (this.app.board.editing) this.app.board.show({ squares: this.#board, side: this.#side, moves: [] });
  }

  #put(square, kind) {
    const i = squares.indexOf(square);
    this.#board = this.#board.slice(0, i) + kind + this.#board.slice(i + 1);
  }

  /** A piece was dragged, or a square was clicked. */
  drag(from, to) {
    if (from === to) {
      const same = this.#board[squares.indexOf(from)] === this.#kind;
      this.#put(from, same ? "e" : this.#kind);
    } else {
      const kind = this.#board[squares.indexOf(from)];
      this.#put(from, "e");
      if (to) this.#put(to, kind);
    }
    this.#draw();
  }

  async #done() {
    const start = this.#side.toUpperCase() + this.#board;
    try {
      const look = await this.app.socket.ask("look", { start });
      $("setup-error").textContent = "";
      this.analysis.open({ start: look.fen, rules: this.analysis.tree.rules });
    } catch (error) {
      $("setup-error").textContent = problemText(error.message);
    }
  }

  /** Reads a position or a game. */
  async #read(text) {
    text = text.trim();
    if (!text) return;
    $("setup-error").textContent = "";
    try {
      const look = await this.app.socket.ask("look", { start: text });
      $("paste-text").value = "";
      this.analysis.open({ start: look.fen, rules: this.analysis.tree.rules });
      return;
    } catch (error) {
      if (!/\d+\s*\.|\[\w+\s+"/.test(text)) {
        $("setup-error").textContent = problemText(error.message);
        return;
      }
    }
    if (await this.analysis.games.read(text, $("setup-error"))) $("paste-text").value = "";
  }

  /** Shows the texts of the present position. */
  async share(place) {
    try {
      const texts = await this.app.socket.ask("texts", place);
      $("fen").value = texts.fen;
      $("written").value = texts[current()];
    } catch { /* there is no connection: the old ones stay */ }
  }

  async #copy(button) {
    const field = $(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = t("copied");
    setTimeout(() => (button.textContent = t("copy")), 1500);
  }
}
