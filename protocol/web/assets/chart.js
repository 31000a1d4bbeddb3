// The chart of the score by move.
import { svg } from "./dom.js";
import { scoreText, t } from "./text.js";

const width = 600, height = 110;

/**
 * Draws the scores of the positions 0 to n into an element. moves are the nodes of the
 * main line; onSelect is called with the number of plies of a click.
 */
export function drawChart(element, scores, moves, ply, onSelect) {
  const plies = Math.max(moves.length, 1);
  const x = (i) => (i / plies) * width, y = (s) => 4 + (1 - (s.share ?? 0.5)) * (height - 8);
  const known = scores.map((s, i) => [i, s]).filter(([, s]) => s);
  const line = known.map(([i, s]) => `${x(i).toFixed(1)},${y(s).toFixed(1)}`);
  const parts = [];
  if (line.length > 1) {
    const mid = height / 2, from = x(known[0][0]).toFixed(1), to = x(known.at(-1)[0]).toFixed(1);
    parts.push(svg("polygon", { points: `${from},${height} ${line.join(" ")} ${to},${height}`, class: "area" }));
    parts.push(svg("line", { x1: 0, x2: width, y1: mid, y2: mid, class: "middle" }));
    parts.push(svg("polyline", { points: line.join(" "), class: "curve" }));
  }
  moves.forEach((node, i) => {
    const s = scores[i + 1], kind = node.nags.includes(4) ? "blunder" : node.nags.includes(2) ? "mistake" : node.nags.includes(6) ? "dubious" : "";
    if (s && kind) parts.push(svg("path", { d: `M${x(i + 1).toFixed(1)} ${y(s).toFixed(1)}h.01`, class: "fault " + kind, "data-ply": i + 1 }));
  });
  if (ply >= 0) parts.push(svg("line", { x1: x(ply), x2: x(ply), y1: 0, y2: height, class: "here" }));
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("chartLabel") }, ...parts);
  drawing.addEventListener("click", (e) => {
    const box = drawing.getBoundingClientRect();
    const at = Math.round(((e.clientX - box.left) / box.width) * plies);
    // Near a fault it is the fault that is meant.
    const faults = [...drawing.querySelectorAll(".fault")].map((f) => Number(f.dataset.ply));
    const near = faults.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    onSelect(near !== undefined && Math.abs(x(near) - x(at)) < 8 ? near : at);
  });
  drawing.addEventListener("pointermove", (e) => {
    const box = drawing.getBoundingClientRect();
    const at = Math.round(((e.clientX - box.left) / box.width) * plies);
    element.title = scores[at] ? scoreText(scores[at]) : "";
  });
  element.replaceChildren(drawing);
}
