// A game with its variations: the moves as nodes, each behind its parent. The first of
// the children of a node is the line itself. The score of a node is what the position
// behind it was found to be worth when the game was annotated.

export class Tree {
  /** game is one of readPDN, or nothing for an empty one. */
  constructor(game = {}) {
    this.rules = game.rules ?? "russian";
    this.start = game.start ?? "";
    this.tags = game.tags ?? [];
    this.result = game.result ?? "*";
    this.root = { id: 0, parent: null, children: [], move: "", text: "", comment: game.comment ?? "", lead: "", nags: [], ply: 0, score: null };
    this.nodes = [this.root];
    const made = [];
    for (const n of game.nodes ?? []) {
      const parent = n.parent < 0 ? this.root : made[n.parent];
      made.push(this.#append(parent, n));
    }
    this.current = this.root;
  }

  #append(parent, { move, text, lead = "", comment = "", nags = [] }) {
    const node = { id: this.nodes.length, parent, children: [], move, text, lead, comment, nags: [...nags], ply: parent.ply + 1, score: null };
    parent.children.push(node);
    this.nodes.push(node);
    return node;
  }

  /** Returns the child of a node by a move, made where there is none yet. */
  add(parent, move, text) {
    return parent.children.find((c) => c.move === move) ?? this.#append(parent, { move, text });
  }

  /** The moves that lead to a node. */
  path(node = this.current) {
    const moves = [];
    for (; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  /** What the server needs to know of a node. */
  place(node = this.current) {
    return { rules: this.rules, start: this.start, moves: this.path(node) };
  }

  /** The nodes of the main line, without the root. */
  main() {
    const line = [];
    for (let n = this.root.children[0]; n; n = n.children[0]) line.push(n);
    return line;
  }

  isMain(node) {
    for (; node.parent; node = node.parent) if (node.parent.children[0] !== node) return false;
    return true;
  }

  end(node = this.current) {
    while (node.children[0]) node = node.children[0];
    return node;
  }

  remove(node) {
    const parent = node.parent;
    parent.children = parent.children.filter((c) => c !== node);
    this.current = parent;
  }

  /** Makes the line to a node the main line. */
  promote(node) {
    for (; node.parent; node = node.parent) {
      const siblings = node.parent.children;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
  }

  tag(name) {
    return this.tags.find((t) => t.name.toLowerCase() === name.toLowerCase())?.value ?? "";
  }

  /** The tree as writePDN takes it. */
  game() {
    const nodes = [];
    const write = (node, parent) => {
      for (const child of node.children) {
        const index = nodes.length;
        const { move, text, lead, comment, nags } = child;
        nodes.push({ parent, move, text, lead, comment, nags });
        write(child, index);
      }
    };
    write(this.root, -1);
    return { rules: this.rules, start: this.start, tags: this.tags, comment: this.root.comment, nodes, result: this.result };
  }
}

/** Returns the number of a move as it is written before it, given whether Black began. */
export function numberOf(ply, blackBegan) {
  const n = ply + (blackBegan ? 1 : 0);
  return { number: Math.ceil(n / 2), white: n % 2 === 1 };
}

const marks = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** Returns a mark for a numeric glyph. */
export const markText = (nags) => nags.map((n) => marks[n] ?? "").join("");
