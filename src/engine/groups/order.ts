// The order in which a group is worked on: blockers first, and of what is not blocked the smallest. Where only knots are
// left, the smallest node of those that nothing outside blocks is taken: so the order does not depend on who asked.

import { strongComponents, type Adjacency } from "./cycles.ts";

/** Nodes are numbered in their own order. Both lists hold the same links, each once, in rising order. */
export interface BlockerLinks {
  readonly blockers: Adjacency;
  readonly blocks: Adjacency;
}

export function workOrder(links: BlockerLinks): number[] {
  const order: number[] = [];
  const taken = new Uint8Array(links.blockers.length);
  const ready = new MinHeap();
  const waitsFor = links.blockers.map((own, node) => own.length - (own.includes(node) ? 1 : 0));
  for (const [node, count] of waitsFor.entries()) if (count === 0) ready.push(node);
  let knots: Knots | undefined;

  while (order.length < links.blockers.length) {
    const node = ready.pop() ?? (knots ??= new Knots(links, taken)).cut();
    order.push(node);
    taken[node] = 1;
    knots?.took(node);
    for (const blocked of links.blocks[node] ?? []) {
      if (blocked === node || taken[blocked]) continue;
      const left = (waitsFor[blocked] ?? 0) - 1;
      waitsFor[blocked] = left;
      if (left === 0) ready.push(blocked);
    }
  }
  return order;
}

/** Nodes that block each other, all of them; `blockedBy` counts the links from other parts that still stand. */
interface Part {
  readonly nodes: readonly number[];
  blockedBy: number;
}

/** How many links may be looked at again after a cut: thousands of nested knots must not cost a square of time. */
const PATIENCE = 1_000_000;

class Knots {
  readonly #links: BlockerLinks;
  readonly #taken: Uint8Array;
  readonly #partOf: (Part | undefined)[];
  /** The smallest node of each part that nothing outside of it blocks. */
  readonly #free = new MinHeap();
  /** Parts that lost a node since they were found: what is left of them may have come apart. */
  #broken: Part[] = [];
  #patience = PATIENCE;

  constructor(links: BlockerLinks, taken: Uint8Array) {
    this.#links = links;
    this.#taken = taken;
    this.#partOf = links.blockers.map(() => undefined);
    const left = [...links.blockers.keys()].filter((node) => !taken[node]);
    this.#split(left, (node) => !taken[node]);
  }

  /** The node to go on with when everything left is blocked. */
  cut(): number {
    const broken = this.#broken;
    this.#broken = [];
    for (const part of broken) this.#mend(part);
    for (let node = this.#free.pop(); node !== undefined; node = this.#free.pop()) {
      if (this.#taken[node]) continue;
      const part = this.#partOf[node];
      if (part) this.#broken.push(part);
      return node;
    }
    throw new Error("every knot has a part that nothing outside of it blocks");
  }

  took(node: number): void {
    const part = this.#partOf[node];
    for (const blocked of this.#links.blocks[node] ?? []) {
      const other = this.#partOf[blocked];
      if (!other || other === part || this.#taken[blocked]) continue;
      other.blockedBy--;
      if (other.blockedBy === 0) this.#free.push(least(other.nodes));
    }
  }

  #mend(part: Part): void {
    const left = part.nodes.filter((node) => !this.#taken[node]);
    if (this.#patience > 0) {
      this.#patience -= part.nodes.reduce((sum, node) => sum + (this.#links.blockers[node]?.length ?? 0) + 1, 0);
      this.#split(left, (node) => this.#partOf[node] === part && !this.#taken[node]);
      return;
    }
    for (const node of left) {
      this.#partOf[node] = undefined;
      this.#free.push(node);
    }
  }

  #split(nodes: readonly number[], inside: (node: number) => boolean): void {
    const parts = strongComponents(nodes, this.#links.blocks, inside).map((own): Part => ({
      nodes: own,
      blockedBy: 0,
    }));
    for (const part of parts) for (const node of part.nodes) this.#partOf[node] = part;
    for (const part of parts) {
      for (const node of part.nodes) {
        for (const blocker of this.#links.blockers[node] ?? []) {
          if (!this.#taken[blocker] && this.#partOf[blocker] !== part) part.blockedBy++;
        }
      }
      if (part.blockedBy === 0) this.#free.push(least(part.nodes));
    }
  }
}

function least(nodes: readonly number[]): number {
  return nodes.reduce((smallest, node) => Math.min(smallest, node));
}

class MinHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = items[up] ?? item;
      if (parent <= item) break;
      items[at] = parent;
      at = up;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const leftItem = items[left];
      if (leftItem === undefined) break;
      const rightItem = items[right];
      const [down, item] = rightItem !== undefined && rightItem < leftItem ? [right, rightItem] : [left, leftItem];
      if (last <= item) break;
      items[at] = item;
      at = down;
    }
    items[at] = last;
    return top;
  }
}
