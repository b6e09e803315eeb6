// Knots in a graph of blockers. Iterative throughout: a chain of blockers can be longer than the call stack is deep.

/** For each node, by its index, the nodes it leads to, in rising order. */
export type Adjacency = readonly (readonly number[])[];

/** One way round per knot: each node leads to the next and the last to the first, from the knot's smallest node. */
export function cyclesIn(next: Adjacency): number[][] {
  return strongComponents(next.keys(), next)
    .filter((component) => isKnot(component, next))
    .map((component) => shortestCycle(component, next))
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** More than one node, or one that leads to itself. */
function isKnot(component: readonly number[], next: Adjacency): boolean {
  const [first] = component;
  return first !== undefined && (component.length > 1 || next[first]?.includes(first) === true);
}

interface Frame {
  readonly node: number;
  readonly index: number;
  low: number;
  /** How many of the node's links have been followed. */
  followed: number;
}

/** Tarjan's strongly connected components of the given nodes; links to nodes that are not inside are not followed. */
export function strongComponents(
  nodes: Iterable<number>,
  next: Adjacency,
  inside: (node: number) => boolean = () => true,
): number[][] {
  const components: number[][] = [];
  const indexes = new Map<number, number>();
  const unassigned = new Set<number>();
  const enter = (node: number): Frame => {
    const index = indexes.size;
    indexes.set(node, index);
    unassigned.add(node);
    stack.push(node);
    return { node, index, low: index, followed: 0 };
  };
  const stack: number[] = [];

  for (const root of nodes) {
    if (indexes.has(root)) continue;
    const path = [enter(root)];
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const to = next[frame.node]?.[frame.followed++];
      if (to !== undefined) {
        const index = indexes.get(to);
        if (index !== undefined) {
          if (unassigned.has(to)) frame.low = Math.min(frame.low, index);
        } else if (inside(to)) path.push(enter(to));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.low = Math.min(parent.low, frame.low);
      if (frame.low === frame.index) {
        const component = stack.splice(stack.lastIndexOf(frame.node));
        for (const node of component) unassigned.delete(node);
        components.push(component);
      }
    }
  }
  return components;
}

function shortestCycle(component: readonly number[], next: Adjacency): number[] {
  const start = component.reduce((least, node) => Math.min(least, node));
  const inside = new Set(component);
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const to of next[node] ?? []) {
      if (to === start) return wayBack(node, cameFrom);
      if (!inside.has(to) || cameFrom.has(to)) continue;
      cameFrom.set(to, node);
      queue.push(to);
    }
  }
  return [start];
}

function wayBack(last: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way: number[] = [];
  for (let node: number | undefined = last; node !== undefined; node = cameFrom.get(node)) way.push(node);
  return way.toReversed();
}
