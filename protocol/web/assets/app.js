// The page: modes, keys, preferences, and the connection.
import { Analysis } from "./analyse.js";
import { Board } from "./board.js";
import { $, keep, kept, show } from "./dom.js";
import { Play } from "./play.js";
import { Seats } from "./seats.js";
import { Socket } from "./socket.js";
import { current, problemText, setLanguage, t, translate } from "./text.js";
import { Watch } from "./watch.js";

const app = {
  socket: new Socket(),
  board: null,
  seats: new Seats(),
  mode: null,

  /** Says something to those who listen rather than look. */
  say(text) { $("say").textContent = text; },

  /** Shows what went wrong. */
  complain(error) {
    const toast = $("toast");
    toast.textContent = problemText(error.message ?? String(error));
    show(toast, true);
    clearTimeout(app.complaint);
    app.complaint = setTimeout(() => show(toast, false), 6000);
  },

  flip(flipped = !app.board.flipped) {
    app.board.flip(flipped);
    app.seats.flip(flipped);
    $("bar").classList.toggle("turned", flipped);
  },

  /** Puts the legal moves behind the field for typed ones. */
  offer(look) {
    $("legal").replaceChildren(...(look?.moves ?? []).slice(0, 60).map((m) => new Option(m.text, m.text)));
  },

  setMode(name) {
    const mode = app.modes[name];
    if (!mode || mode === app.mode) return;
    app.mode?.leave();
    app.mode = mode;
    app.board.drawn = [];
    app.board.setArrows([]);
    for (const link of document.querySelectorAll("[data-mode]")) {
      if (link.dataset.mode === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const other of Object.keys(app.modes)) show($("panel-" + other), other === name);
    document.body.dataset.now = name;
    if (location.hash.slice(1) !== name) history.replaceState(null, "", "#" + name);
    mode.enter();
  },
};

app.board = new Board($("board"), {
  onMove: (choice, route) => app.mode.onMove(choice, route),
  onEdit: (from, to) => app.mode.onEdit?.(from, to),
});
app.board.say = (text) => app.say(text);
app.modes = { play: new Play(app), analyse: new Analysis(app), watch: new Watch(app) };

// The connection.

app.socket.on("hello", (hello) => {
  show($("connection"), false);
  show(document.querySelector('[data-mode="watch"]'), hello.match);
  for (const name of ["play", "analyse"]) show(document.querySelector(`[data-mode="${name}"]`), Boolean(hello.engine));
  for (const mode of Object.values(app.modes)) mode.connected(hello);
  if (!app.mode) {
    const wanted = location.hash.slice(1);
    if (!hello.engine) app.setMode("watch");
    else app.setMode(wanted in app.modes && (wanted !== "watch" || hello.match) ? wanted : "play");
  }
  document.body.dataset.ready = "yes";
});
app.socket.addEventListener("lost", () => {
  show($("connection"), true);
  delete document.body.dataset.ready;
});

// Controls.

for (const link of document.querySelectorAll("[data-mode]")) {
  link.addEventListener("click", (e) => {
    e.preventDefault();
    app.setMode(link.dataset.mode);
  });
}
addEventListener("hashchange", () => app.setMode(location.hash.slice(1)));
for (const where of ["first", "previous", "next", "last"]) $("go-" + where).addEventListener("click", () => app.mode?.go(where));
$("flip").addEventListener("click", () => app.flip());
$("language").addEventListener("click", () => setLanguage(current() === "ru" ? "en" : "ru"));
$("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("theme", root.dataset.theme);
});
$("keys").addEventListener("click", () => $("keys-dialog").showModal());
$("typed").addEventListener("submit", async (e) => {
  e.preventDefault();
  const text = $("move").value.replace(/^[/\s]+/, "").trim(); // the key that led here may be in it
  if (!text) return;
  try {
    await app.mode.typed(text);
    $("move").value = "";
  } catch (error) {
    app.complain(error);
    $("move").select();
  }
});

addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey || e.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog")) return;
  const where = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" }[e.key];
  if (where && !e.target.closest("[role=tablist], [type=radio]")) app.mode?.go(where);
  else if (e.key === "f" || e.key === "F" || e.key === "а" || e.key === "А") app.flip();
  else if (e.key === "/") $("move").focus();
  else if (e.key === "?") $("keys-dialog").showModal();
  else return;
  e.preventDefault();
});

addEventListener("language", () => {
  app.board.label();
  describeKeys();
  for (const mode of Object.values(app.modes)) mode.relabel?.();
});

function describeKeys() {
  $("keys-list").replaceChildren(...t("keysText").split(" · ").map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

translate();
describeKeys();
if (kept("game")?.you === "b") app.flip(true);
