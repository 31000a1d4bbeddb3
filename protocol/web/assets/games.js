// Game files: reading, writing, and annotating a game.
import { $, h, show } from "./dom.js";
import { problemText, t } from "./text.js";

export class Games {
  #text = "";
  #file = null;
  #index = 0;
  #of = 0; // the id of the running annotation
  #line = []; // that is being annotated: the root and the moves

  constructor(app, analysis) {
    this.app = app;
    this.analysis = analysis;
    $("file").addEventListener("change", () => this.#open($("file").files[0]));
    $("save").addEventListener("click", () => this.#save());
    $("new-tree").addEventListener("click", () => analysis.open({}));
    $("annotate").addEventListener("submit", (e) => {
      e.preventDefault();
      this.#annotate();
    });
    $("annotate-stop").addEventListener("click", () => this.#stop());
    app.socket.on("annotated", (note) => this.#take(note));
    app.socket.addEventListener("lost", () => this.#over());
    addEventListener("dragover", (e) => e.dataTransfer?.types.includes("Files") && e.preventDefault());
    addEventListener("drop", (e) => {
      if (!e.dataTransfer?.files.length) return;
      e.preventDefault();
      app.setMode("analyse");
      analysis.openTab("games");
      this.#open(e.dataTransfer.files[0]);
    });
  }

  relabel() { this.#list(); }

  async #open(file) {
    if (!file) return;
    $("file").value = "";
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1251").decode(bytes); // as old Russian files have it
    }
    await this.read(text, $("pdn-error"));
  }

  /** Reads a text and opens a game of it; what is wrong is shown in an element. */
  async read(text, where, index = 1) {
    where.textContent = "";
    let file;
    try {
      file = await this.app.socket.ask("readPDN", { text, index });
    } catch (error) {
      where.textContent = problemText(error.message);
      return false;
    }
    this.#text = text;
    this.#file = file;
    this.#index = index;
    const problems = file.game?.problems ?? [];
    if (file.game) this.analysis.open(file.game);
    if (file.games.length > 1 || problems.length) this.analysis.openTab("games");
    $("pdn-error").textContent = problems.length ? t("problems") + ": " + problems[0] : "";
    this.#list();
    return true;
  }

  #list() {
    const games = this.#file?.games ?? [];
    show($("no-games"), games.length === 0);
    const rows = games.slice(0, 500).map((g) => h("li", {}, h("button", {
      type: "button", class: g.index === this.#index ? "current" : "", onclick: () => this.read(this.#text, $("pdn-error"), g.index),
    },
    h("span", { class: "who" }, (g.white || g.black) ? `${g.white || "?"} – ${g.black || "?"}` : t("gameNumber", { n: g.index })),
    h("span", { class: "what" }, [g.result, g.event, g.date].filter((x) => x && !/^\?/.test(x)).join(" · ")),
    g.problem ? h("span", { class: "error" }, g.problem) : null)));
    if (games.length > 500 || this.#file?.more) rows.push(h("li", { class: "note" }, t("moreGames")));
    $("game-list").replaceChildren(...rows);
  }

  async #save() {
    try {
      const { text } = await this.app.socket.ask("writePDN", this.analysis.tree.game());
      const { tree } = this.analysis;
      const name = [tree.tag("White"), tree.tag("Black")].filter((x) => x && x !== "?").join("-").replace(/[^\p{L}\p{N}-]+/gu, "_") || "game";
      const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" })), download: name + ".pdn" });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch (error) {
      this.app.complain(error);
    }
  }

  // Annotating.

  async #annotate() {
    const { tree } = this.analysis;
    const line = tree.main();
    if (line.length === 0) return;
    $("pdn-error").textContent = "";
    const answer = this.app.socket.ask("annotate", { ...tree.place(line.at(-1)), seconds: Number($("note-time").value) });
    this.#of = answer.id;
    this.#line = [tree.root, ...line];
    for (const node of this.#line) node.score = null;
    $("progress-bar").value = 0;
    $("progress-text").textContent = "";
    show($("progress"), true);
    try {
      await answer;
    } catch (error) {
      this.#over();
      $("pdn-error").textContent = problemText(error.message);
    }
  }

  #take(note) {
    if (note.of !== this.#of || this.analysis.tree.root !== this.#line[0]) {
      if (note.of === this.#of) this.#stop();
      return;
    }
    if (note.error) {
      $("pdn-error").textContent = problemText(note.error);
      this.#over();
      return;
    }
    this.#line[note.ply].score = note.score ? { ...note.score, share: note.share } : null;
    const node = this.#line[note.ply + 1]; // the move that was played in it
    if (node) {
      node.nags = node.nags.filter((n) => ![2, 4, 6].includes(n));
      if (note.nag) {
        node.nags.unshift(note.nag);
        if (!node.comment && note.line) node.comment = t("bestWas", { line: note.line });
      }
    }
    const done = note.plies - note.ply + 1, all = note.plies + 1;
    $("progress-bar").value = done / all;
    $("progress-text").textContent = t("annotating", { n: done, of: all });
    if (note.done) this.#over();
    this.analysis.changed();
  }

  #stop() {
    if (this.#of) this.app.socket.ask("stopAnnotate").catch(() => {});
    this.#over();
  }

  #over() {
    this.#of = 0;
    this.#line = [];
    show($("progress"), false);
  }
}
