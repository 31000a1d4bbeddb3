// The list of moves: the main line in two columns, variations in between.
import { h } from "./dom.js";
import { markText, numberOf } from "./tree.js";

/** Draws a tree into an element. onSelect is called with the node of a click. */
export function drawMoves(element, tree, { blackBegan = false, current = tree.current, onSelect }) {
  const button = (node, withNumber) => {
    const { number, white } = numberOf(node.ply, blackBegan);
    const label = (withNumber ? number + (white ? ". " : "… ") : "") + node.text + markText(node.nags);
    return h("button", {
      class: "move" + (node === current ? " current" : "") + nagClass(node.nags), type: "button",
      "aria-current": node === current ? "true" : null, onclick: () => onSelect(node),
    }, label);
  };
  const remark = (text) => (text ? h("span", { class: "remark" }, text) : null);
  const variation = (node) => {
    const parts = [];
    let first = true;
    for (let n = node; n; n = n.children[0]) {
      parts.push(remark(n.lead), button(n, first || numberOf(n.ply, blackBegan).white), " ", remark(n.comment));
      first = Boolean(n.comment);
      if (n !== node) for (const v of n.parent.children.slice(1)) parts.push(h("span", { class: "nested" }, "(", variation(v), ")"));
    }
    return parts;
  };

  const rows = [];
  let row = null;
  if (tree.root.comment) rows.push(h("div", { class: "aside" }, remark(tree.root.comment)));
  for (const node of tree.main()) {
    const { number, white } = numberOf(node.ply, blackBegan);
    if (node.lead) {
      rows.push(h("div", { class: "aside" }, remark(node.lead)));
      row = null;
    }
    if (!row || white) {
      row = h("div", { class: "row" }, h("span", { class: "number" }, number + "."), white ? null : h("span", { class: "gap" }, "…"));
      rows.push(row);
    }
    row.append(button(node));
    const others = node.parent.children.slice(1);
    if (node.comment || others.length) {
      rows.push(h("div", { class: "aside" }, remark(node.comment), ...others.map((v) => h("div", { class: "variation" }, variation(v)))));
      row = null;
    }
  }
  element.replaceChildren(...rows);
  const here = element.querySelector(".current");
  // Only the list itself scrolls, never the page.
  if (here) {
    const box = element.getBoundingClientRect(), at = here.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) element.scrollTop += at.top - box.top - box.height / 2;
  } else element.scrollTop = 0;
}

function nagClass(nags) {
  if (nags.includes(4)) return " blunder";
  if (nags.includes(2)) return " mistake";
  if (nags.includes(6)) return " dubious";
  return "";
}
