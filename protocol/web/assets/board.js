// The board: it shows a position and takes moves by mouse, touch and keys. Which moves
// there are the server says; here they are only followed square by square.
import { svg } from "./dom.js";
import { centre, definitions, size, squareAt, squares } from "./pieces.js";
import { t } from "./text.js";

const stepTime = 170; // ms for a step of an animation
const frame = 30; // width of the frame, with the names of files and ranks

export class Board {
  #svg;
  #layers = {};
  #pieces = new Map(); // by square: {kind, element}
  #look = { squares: "e".repeat(32), side: "w", moves: [] };
  #path = []; // squares chosen so far of a move
  #drag = null;
  #cursor = null; // square that the keys are at
  #animations = [];

  /**
   * root gets the drawing. onMove(choice, route) is called when a move was chosen,
   * onEdit(from, to) when a piece was dragged in edit mode; from or to is null off the
   * board, and both are the same for a click.
   */
  constructor(root, { onMove = () => {}, onEdit = () => {} } = {}) {
    this.onMove = onMove;
    this.onEdit = onEdit;
    this.flipped = false;
    this.interactive = false;
    this.editing = false;
    this.arrows = []; // {from, to, kind}
    this.drawn = []; // arrows of the user
    const layer = (name) => (this.#layers[name] = svg("g", { class: name }));
    this.#svg = svg("svg", { viewBox: `${-frame} ${-frame} ${800 + 2 * frame} ${800 + 2 * frame}`, class: "board", tabindex: "0", role: "application", "data-t-label": "board" },
      definitions(), layer("grid"), layer("marks"), layer("coordinates"), layer("pieces"), layer("targets"), layer("arrows"), layer("cursor"));
    root.append(this.#svg);
    this.#drawGrid();
    this.#listen();
    this.label();
  }

  get element() { return this.#svg; }

  label() { this.#svg.setAttribute("aria-label", t("boardLabel")); }

  #drawGrid() {
    const cells = [svg("rect", { x: -frame, y: -frame, width: 800 + 2 * frame, height: 800 + 2 * frame, class: "frame" })], names = [];
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        cells.push(svg("rect", { x: x * size, y: y * size, width: size, height: size, class: (x + y) % 2 ? "dark" : "light" }));
      }
    }
    for (let i = 0; i < 8; i++) {
      const file = "abcdefgh"[this.flipped ? 7 - i : i], rank = this.flipped ? i + 1 : 8 - i, middle = i * size + size / 2;
      names.push(svg("text", { x: middle, y: 8 * size + frame / 2 + 7, "text-anchor": "middle" }, file));
      names.push(svg("text", { x: -frame / 2, y: middle + 7, "text-anchor": "middle" }, String(rank)));
    }
    this.#layers.grid.replaceChildren(...cells);
    this.#layers.coordinates.replaceChildren(...names);
  }

  flip(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    this.#drawGrid();
    for (const [square, piece] of this.#pieces) this.#place(piece.element, square);
    this.#mark();
  }

  /**
   * Shows a position. With animate the last move is seen to be made, from the square
   * that the piece has been brought to already.
   */
  show(look, { interactive = false, animate = false } = {}) {
    this.#finish();
    const before = this.#path;
    this.#look = look;
    this.#path = [];
    this.interactive = interactive;
    this.#mark();
    if (!animate || !look.last || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#sync();
      return;
    }
    this.#animate(look.last, before).then(() => this.#look === look && this.#sync());
  }

  #finish() {
    for (const a of this.#animations) a.finish();
    this.#animations = [];
  }

  async #animate(last, before) {
    const moved = this.#pieces.get(last.route[0]) ?? this.#pieces.get(before.at(-1));
    if (!moved) return;
    let route = last.route;
    // What the hand has done already is not done again.
    if (before.length > 1 && route[0] === before[0]) {
      const done = route.indexOf(before.at(-1));
      route = done > 0 ? route.slice(done) : [before.at(-1), route.at(-1)];
    }
    moved.element.parentNode.append(moved.element);
    if (route.length > 1) {
      const frames = route.map((s) => ({ transform: this.#translate(s) }));
      const a = moved.element.animate(frames, { duration: stepTime * Math.min(route.length - 1, 6), easing: route.length > 2 ? "linear" : "ease-out", fill: "forwards" });
      this.#animations.push(a);
      await a.finished.catch(() => {});
    }
    const gone = (last.taken ?? []).map((s) => this.#pieces.get(s)?.element).filter(Boolean)
      .map((e) => e.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 120, fill: "forwards" }));
    this.#animations.push(...gone);
    await Promise.all(gone.map((a) => a.finished.catch(() => {})));
  }

  /** Makes the pieces those of the position. */
  #sync() {
    this.#finish();
    const all = this.#layers.pieces;
    squares.forEach((square, i) => {
      const kind = this.#look.squares[i], old = this.#pieces.get(square);
      if (old?.kind === kind) {
        for (const a of old.element.getAnimations()) a.cancel();
        old.element.classList.remove("taken", "dragged");
        this.#place(old.element, square);
        return;
      }
      old?.element.remove();
      this.#pieces.delete(square);
      if (kind === "e") return;
      const element = svg("g", { class: "piece" }, svg("use", { href: "#piece-" + kind }));
      this.#place(element, square);
      all.append(element);
      this.#pieces.set(square, { kind, element });
    });
  }

  #translate(square) {
    const [x, y] = centre(square, this.flipped);
    return `translate(${x}px, ${y}px)`;
  }

  #place(element, square) { element.style.transform = this.#translate(square); }

  /** The routes that begin with what was chosen, with their moves. */
  #candidates(path = this.#path) {
    const found = [];
    for (const choice of this.#look.moves ?? []) {
      for (const route of choice.routes) {
        if (path.every((s, i) => route[i] === s)) found.push({ choice, route });
      }
    }
    return found;
  }

  /** Marks the last move, what can be taken up, where it can go, and arrows. */
  #mark() {
    const { last, capture } = this.#look, marks = [], targets = [];
    const cell = (square, kind) => {
      const [x, y] = centre(square, this.flipped);
      return svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });
    };
    if (last && !this.editing) marks.push(cell(last.route[0], "last"), cell(last.route.at(-1), "last"));
    if (this.interactive && !this.editing) {
      if (this.#path.length) marks.push(cell(this.#path.at(-1), "chosen"));
      else if (capture) {
        for (const from of new Set(this.#look.moves.map((m) => m.routes[0][0]))) {
          const [cx, cy] = centre(from, this.flipped);
          targets.push(svg("circle", { cx, cy, r: 45, class: "must" }));
        }
      }
      const next = new Set(), ends = new Set();
      if (this.#path.length) {
        for (const { route } of this.#candidates()) {
          if (route.length > this.#path.length) next.add(route[this.#path.length]);
          ends.add(route.at(-1));
        }
      }
      for (const square of next) {
        const [cx, cy] = centre(square, this.flipped);
        targets.push(svg("circle", { cx, cy, r: 15, class: "target", "data-square": square }));
      }
      for (const square of ends) {
        if (next.has(square)) continue;
        const [cx, cy] = centre(square, this.flipped);
        targets.push(svg("circle", { cx, cy, r: 15, class: "target far" }));
      }
    }
    this.#layers.marks.replaceChildren(...marks);
    this.#layers.targets.replaceChildren(...targets);
    this.#drawArrows();
    this.#drawCursor();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    this.#drawArrows();
  }

  #drawArrows() {
    this.#layers.arrows.replaceChildren(...[...this.arrows, ...this.drawn].map(({ route, kind }) => {
      const points = route.map((s) => centre(s, this.flipped));
      // The head ends in the middle of the square.
      return svg("polyline", { points: points.map((p) => p.join(",")).join(" "), class: "arrow " + kind, "marker-end": "url(#head)" });
    }));
  }

  // Choosing a move.

  /** Goes on with the move by a square; reports whether that meant anything. */
  choose(square) {
    if (!this.interactive) return false;
    if (this.#path.length === 0) return this.#takeUp(square);
    const here = this.#candidates();
    const next = here.filter(({ route }) => route[this.#path.length] === square);
    if (next.length) {
      this.#step(square);
      const moves = new Set(next.map((c) => c.choice));
      if (moves.size === 1) this.#complete(next[0]);
      return true;
    }
    const through = here.filter(({ route }) => route.indexOf(square, this.#path.length) > 0);
    const ending = through.filter(({ route }) => route.at(-1) === square);
    const fitting = ending.length ? ending : through;
    if (fitting.length && square !== this.#path[0]) {
      if (new Set(fitting.map((c) => c.choice)).size === 1) this.#complete(fitting[0]);
      else this.say?.(t("whichWay"));
      return true;
    }
    if (this.#path.length === 1 && square !== this.#path[0] && this.#takeUp(square)) return true;
    this.cancel();
    return false;
  }

  #takeUp(square) {
    if (this.#candidates([square]).length === 0) {
      const i = squares.indexOf(square), own = this.#look.side;
      if (this.#look.capture && i >= 0 && this.#look.squares[i].toLowerCase() === own) this.say?.(t("mustCapture"));
      return false;
    }
    this.#path = [square];
    this.#mark();
    return true;
  }

  /** Puts the piece on the next landing; what it has jumped fades until the move is over. */
  #step(square) {
    const from = this.#path.at(-1), piece = this.#pieces.get(this.#path[0]);
    this.#path.push(square);
    if (piece) {
      this.#place(piece.element, square);
      piece.element.parentNode.append(piece.element);
    }
    for (const s of between(from, square)) this.#pieces.get(s)?.element.classList.add("taken");
    this.#mark();
  }

  #complete({ choice, route }) {
    this.interactive = false;
    this.onMove(choice, route);
    this.#mark();
  }

  /** Puts back what was taken up. */
  cancel() {
    this.#path = [];
    this.#sync();
    this.#mark();
  }

  // Mouse, touch and keys.

  #point(event) {
    const box = this.#svg.getBoundingClientRect();
    const scale = (800 + 2 * frame) / box.width;
    return [(event.clientX - box.left) * scale - frame, (event.clientY - box.top) * scale - frame];
  }

  #listen() {
    const s = this.#svg;
    s.addEventListener("contextmenu", (e) => e.preventDefault());
    s.addEventListener("pointerdown", (e) => this.#down(e));
    s.addEventListener("pointermove", (e) => this.#move(e));
    s.addEventListener("pointerup", (e) => this.#up(e));
    s.addEventListener("pointercancel", () => this.#dropDrag());
    s.addEventListener("keydown", (e) => this.#key(e));
    s.addEventListener("focus", () => s.matches(":focus-visible") && this.#setCursor(this.#cursor ?? (this.flipped ? "f6" : "c3")));
    s.addEventListener("blur", () => this.#setCursor(null));
  }

  #down(e) {
    const square = squareAt(...this.#point(e), this.flipped);
    if (e.button === 2) {
      this.#drag = { arrow: square };
      return;
    }
    if (e.button !== 0) return;
    if (this.drawn.length) {
      this.drawn = [];
      this.#drawArrows();
    }
    this.#setCursor(null);
    if (!square) return;
    s_capture(this.#svg, e.pointerId);
    const piece = this.#pieces.get(square);
    const fresh = this.#path.length === 0 || this.#path.length === 1 && this.#path[0] !== square;
    const held = this.editing ? square : this.#path.at(-1) ?? square;
    this.#drag = { from: square, piece: this.editing ? piece : this.#pieces.get(this.#path[0] ?? square), at: this.#point(e), moved: false, held, toggles: false };
    if (this.editing) return;
    if (!fresh && square === this.#path.at(-1)) {
      this.#drag.toggles = true; // a second click puts it down
      return;
    }
    const before = this.#path.length;
    this.choose(square);
    this.#drag.piece = before === 0 || this.#path[0] === square ? this.#pieces.get(this.#path[0] ?? "") : null;
    if (this.#path.length === 0 || this.#path.at(-1) !== square) this.#drag.piece = null;
  }

  #move(e) {
    const d = this.#drag;
    if (!d?.piece) return;
    const [x, y] = this.#point(e);
    if (!d.moved && Math.hypot(x - d.at[0], y - d.at[1]) < 12) return;
    if (!d.moved) {
      d.moved = true;
      d.piece.element.classList.add("dragged");
      d.piece.element.parentNode.append(d.piece.element);
    }
    d.piece.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  #up(e) {
    const d = this.#drag;
    this.#drag = null;
    if (!d) return;
    const square = squareAt(...this.#point(e), this.flipped);
    if (d.arrow) {
      if (square && square !== d.arrow) {
        const same = (a) => a.route[0] === d.arrow && a.route.at(-1) === square;
        this.drawn = this.drawn.some(same) ? this.drawn.filter((a) => !same(a)) : [...this.drawn, { route: [d.arrow, square], kind: "drawn" }];
        this.#drawArrows();
      }
      return;
    }
    if (this.editing) {
      d.piece?.element.classList.remove("dragged");
      this.onEdit(d.from, d.moved || !square ? square : d.from);
      return;
    }
    if (d.moved) {
      d.piece.element.classList.remove("dragged");
      this.#place(d.piece.element, this.#path.at(-1) ?? d.from);
      if (square && square !== this.#path.at(-1)) {
        const length = this.#path.length;
        if (!this.choose(square) && length > 1) this.cancel();
      } else if (!square) this.cancel();
    } else if (d.toggles) this.cancel();
  }

  #dropDrag() {
    this.#drag = null;
    this.cancel();
  }

  #key(e) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (e.key === "Escape") {
      if (this.#path.length) this.cancel();
      else this.#svg.blur();
    } else if (steps[e.key] && this.#cursor && !e.altKey && !e.ctrlKey && !e.metaKey) {
      const sign = this.flipped ? -1 : 1, [dx, dy] = steps[e.key];
      this.#setCursor(neighbour(this.#cursor, dx * sign, dy * sign));
    } else if ((e.key === "Enter" || e.key === " ") && this.#cursor) {
      const square = this.#cursor;
      if (this.editing) this.onEdit(square, square);
      else if (this.#path.length && square === this.#path.at(-1)) this.cancel();
      else if (this.choose(square) && this.#path.length === 1 && this.interactive) {
        this.say?.(t("taken", { square, targets: [...new Set(this.#candidates().map((c) => c.route[1]))].sort().join(", ") }));
      }
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }

  #setCursor(square) {
    if (square === this.#cursor) return;
    this.#cursor = square;
    this.#drawCursor();
    if (square) this.say?.(this.describe(square));
  }

  /** Says what stands on a square. */
  describe(square) {
    const kind = this.#look.squares[squares.indexOf(square)];
    return square + " " + t("piece_" + kind);
  }

  #drawCursor() {
    if (!this.#cursor) {
      this.#layers.cursor.replaceChildren();
      return;
    }
    const [x, y] = centre(this.#cursor, this.flipped);
    this.#layers.cursor.replaceChildren(svg("rect", { x: x - 47, y: y - 47, width: 94, height: 94, rx: 8 }));
  }
}

/** Keeps a pointer, where there is a real one. */
function s_capture(element, id) {
  try {
    element.setPointerCapture(id);
  } catch { /* a pointer of a test or one that has gone */ }
}

/** Returns the squares strictly between two on a diagonal; none where they share none. */
export function between(a, b) {
  const df = b.charCodeAt(0) - a.charCodeAt(0), dr = b.charCodeAt(1) - a.charCodeAt(1);
  if (Math.abs(df) !== Math.abs(dr)) return [];
  return Array.from({ length: Math.max(Math.abs(df) - 1, 0) }, (_, i) =>
    String.fromCharCode(a.charCodeAt(0) + Math.sign(df) * (i + 1), a.charCodeAt(1) + Math.sign(dr) * (i + 1)));
}

/** Returns the next dark square in a direction. */
function neighbour(square, dx, dy) {
  let file = square.charCodeAt(0) - 97, rank = square.charCodeAt(1) - 49;
  if (dx) {
    file += 2 * dx;
    if (file < 0 || file > 7) return square;
  } else {
    rank += dy;
    if (rank < 0 || rank > 7) return square;
    file += file % 2 === 0 ? 1 : -1; // the files of dark squares take turns
    if (file > 7) file = 6;
  }
  return "abcdefgh"[file] + (rank + 1);
}
