// The two players beside the board: names, what they have taken, clocks.
import { $, h } from "./dom.js";
import { pieceIcon } from "./pieces.js";

export class Seats {
  #sides = { w: {}, b: {} };
  #flipped = false;
  #clocks = null; // {left: [w, b], running, since}
  #timer = 0;

  constructor() {
    for (const side of ["w", "b"]) {
      const s = this.#sides[side];
      s.name = h("span", { class: "name" });
      s.note = h("span", { class: "seat-note" });
      s.taken = h("span", { class: "taken-pieces", "aria-hidden": "true" });
      s.clock = h("span", { class: "clock", role: "timer", hidden: true });
      s.element = h("div", { class: "seat-in", "data-side": side }, h("span", { class: "stone " + side }), s.name, s.note, s.taken, s.clock);
    }
    this.flip(false);
  }

  flip(flipped) {
    this.#flipped = flipped;
    $("seat-far").replaceChildren(this.#sides[flipped ? "w" : "b"].element);
    $("seat-near").replaceChildren(this.#sides[flipped ? "b" : "w"].element);
  }

  /** names are by side; notes too, where there are any. */
  name(names, notes = {}) {
    for (const side of ["w", "b"]) {
      this.#sides[side].name.textContent = names[side] ?? "";
      this.#sides[side].note.textContent = notes[side] ?? "";
    }
  }

  /** Shows how many of the other side's pieces each has taken, of so many at first. */
  material(squares, side) {
    for (const s of ["w", "b"]) {
      const own = [...squares].filter((c) => c.toLowerCase() === s).length;
      const other = [...squares].filter((c) => c !== "e" && c.toLowerCase() !== s).length;
      const more = own - other;
      this.#sides[s].taken.replaceChildren(...(more > 0 ? [pieceIcon(s === "w" ? "b" : "w"), "+" + more] : []));
      this.#sides[s].element.classList.toggle("to-move", side === s);
    }
  }

  /** Shows clocks; left are the seconds of White and Black now, null for none. */
  clocks(left, running) {
    this.#clocks = left ? { left, running, since: performance.now() } : null;
    clearInterval(this.#timer);
    if (left && running) this.#timer = setInterval(() => this.#tick(), 100);
    this.#tick();
  }

  #tick() {
    ["w", "b"].forEach((side, i) => {
      const { clock } = this.#sides[side];
      clock.hidden = !this.#clocks;
      if (!this.#clocks) return;
      const runs = this.#clocks.running === side;
      let left = this.#clocks.left[i];
      if (runs) left -= (performance.now() - this.#clocks.since) / 1000;
      clock.textContent = clockText(left);
      clock.classList.toggle("running", runs);
      clock.classList.toggle("low", left < 20);
    });
  }
}

/** Returns a time as clocks show it. */
export function clockText(seconds) {
  const s = Math.max(seconds, 0);
  if (s < 20) return "0:" + s.toFixed(1).padStart(4, "0");
  const whole = Math.floor(s), hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
