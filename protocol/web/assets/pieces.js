// How squares and pieces look.
import { svg } from "./dom.js";

/** The names of the squares 1 to 32, from b8. */
export const squares = Array.from({ length: 32 }, (_, i) => {
  const row = i >> 2;
  return "abcdefgh"[2 * (i & 3) + (row % 2 === 0 ? 1 : 0)] + (8 - row);
});

/** The side of a square on the drawing. */
export const size = 100;

/** Returns the middle of a square. */
export function centre(name, flipped) {
  const file = name.charCodeAt(0) - 97, rank = name.charCodeAt(1) - 49;
  const x = flipped ? 7 - file : file, y = flipped ? rank : 7 - rank;
  return [x * size + size / 2, y * size + size / 2];
}

/** Returns the name of the square at a place of the drawing; null for a light one. */
export function squareAt(x, y, flipped) {
  let file = Math.floor(x / size), row = Math.floor(y / size);
  if (file < 0 || file > 7 || row < 0 || row > 7) return null;
  if (flipped) {
    file = 7 - file;
    row = 7 - row;
  }
  const rank = 7 - row;
  return (file + rank) % 2 === 0 ? "abcdefgh"[file] + (rank + 1) : null;
}

/** Returns the shared parts of the drawings: colours that go over, and the pieces. */
export function definitions() {
  const gradient = (id) => svg("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" },
    svg("stop", { offset: "0", class: id + "-0" }), svg("stop", { offset: "1", class: id + "-1" }));
  return svg("defs", {}, gradient("ivory"), gradient("ebony"), ...["w", "b", "W", "B"].map(symbol),
    svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto-start-reverse" },
      svg("path", { d: "M0 0 10 5 0 10z", fill: "context-stroke" })));
}

/** A man is a disc with two grooves; a king has a crown on it. */
function symbol(piece) {
  const king = piece === piece.toUpperCase();
  const parts = [
    svg("circle", { r: 41, cy: 3, class: "shade" }),
    svg("circle", { r: 41, class: "disc" }),
    svg("circle", { r: 38.5, class: "rim" }),
    svg("circle", { r: 29, class: "groove" }),
  ];
  if (king) {
    parts.push(
      svg("path", { class: "crown", d: "M-20 13 -23 -12 -11 -2 0 -19 11 -2 23 -12 20 13z" }),
      svg("path", { class: "crown", d: "M-19.5 17.5h39v4.5h-39z" }));
  } else {
    parts.push(svg("circle", { r: 17, class: "groove" }));
  }
  return svg("g", { id: "piece-" + piece, class: piece.toLowerCase() === "w" ? "white" : "black" }, ...parts);
}

/** Returns a drawing of one piece, for buttons. */
export function pieceIcon(piece) {
  return svg("svg", { viewBox: "-50 -50 100 100", class: "icon-piece", "aria-hidden": "true" }, svg("use", { href: "#piece-" + piece }));
}
