// Every state that can be reached, breadth first: the way to what is found first is a shortest one.

export interface Step<W> {
  /** What happens, for whoever reads a counterexample. */
  readonly words: string;
  readonly to: W;
  /** A step that agents take by themselves, or time: what a stuck ticket could be brought on by. */
  readonly onward: boolean;
  /** The laws that this step breaks. */
  readonly broken: readonly string[];
}

export interface Graph {
  readonly states: number;
  readonly edges: number;
  /** The words of all steps that were taken, each once. */
  readonly seen: ReadonlySet<string>;
  readonly found: Counterexample | null;
}

export interface Counterexample {
  readonly laws: readonly string[];
  readonly trace: readonly string[];
}

export interface Exploration<W> {
  readonly start: W;
  /** Two worlds with one key are the same: what follows from them is the same. */
  readonly key: (world: W) => string;
  readonly steps: (world: W) => Promise<readonly Step<W>[]>;
  /** From every world one of these can be reached by steps that lead onward; `law` names what is broken otherwise. */
  readonly goals: { readonly law: string; readonly isGoal: readonly ((world: W) => boolean)[] };
  /** Whoever makes the world too large hears of it, instead of waiting. */
  readonly mostStates: number;
}

export async function explore<W>({ start, key, steps, goals, mostStates }: Exploration<W>): Promise<Graph> {
  const numbers = new Map<string, number>([[key(start), 0]]);
  const cameBy: Arrival[] = [{ from: -1, words: "" }];
  const goalsAt: boolean[][] = [goals.isGoal.map((isGoal) => isGoal(start))];
  const onward: Edges = { from: [], to: [] };
  const seen = new Set<string>();
  let edges = 0;
  let wave: { readonly world: W; readonly number: number }[] = [{ world: start, number: 0 }];
  while (wave.length > 0) {
    const next: typeof wave = [];
    for (const { world, number } of wave) {
      for (const step of await steps(world)) {
        seen.add(step.words);
        edges += 1;
        if (step.broken.length > 0) {
          const found = { laws: step.broken, trace: [...wayTo(cameBy, number), step.words] };
          return { states: numbers.size, edges, seen, found };
        }
        if (step.to === world) continue;
        const name = key(step.to);
        let target = numbers.get(name);
        if (target === undefined) {
          target = numbers.size;
          if (target >= mostStates) throw new Error(`more than ${mostStates} states`);
          numbers.set(name, target);
          cameBy.push({ from: number, words: step.words });
          goalsAt.push(goals.isGoal.map((isGoal) => isGoal(step.to)));
          next.push({ world: step.to, number: target });
        }
        if (step.onward && target !== number) {
          onward.from.push(number);
          onward.to.push(target);
        }
      }
    }
    wave = next;
  }
  const stuck = firstStuck(numbers.size, onward, goalsAt);
  const found = stuck === null ? null : { laws: [goals.law], trace: wayTo(cameBy, stuck) };
  return { states: numbers.size, edges, seen, found };
}

interface Arrival {
  readonly from: number;
  readonly words: string;
}

interface Edges {
  readonly from: number[];
  readonly to: number[];
}

function wayTo(cameBy: readonly Arrival[], number: number): readonly string[] {
  const words: string[] = [];
  for (let at = cameBy[number]; at && at.from >= 0; at = cameBy[at.from]) words.push(at.words);
  return words.toReversed();
}

/** Backward from the goals: the first state, in the order of discovery, from which one of them can't be reached. */
function firstStuck(states: number, edges: Edges, goalsAt: readonly (readonly boolean[])[]): number | null {
  const { starts, sources } = backward(states, edges);
  let first: number | null = null;
  for (let goal = 0; goal < (goalsAt[0]?.length ?? 0); goal++) {
    const reaches = new Uint8Array(states);
    const open = goalsAt.flatMap((at, number) => (at[goal] ? [number] : []));
    for (const number of open) reaches[number] = 1;
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
        const source = sources[at] ?? 0;
        if (reaches[source] === 1) continue;
        reaches[source] = 1;
        open.push(source);
      }
    }
    const stuck = reaches.indexOf(0);
    if (stuck >= 0 && (first === null || stuck < first)) first = stuck;
  }
  return first;
}

/** Edges by where they lead to, packed: millions of small arrays would be slow. */
function backward(states: number, edges: Edges): { readonly starts: Uint32Array; readonly sources: Uint32Array } {
  const starts = new Uint32Array(states + 1);
  for (const to of edges.to) starts[to + 1] = (starts[to + 1] ?? 0) + 1;
  for (let number = 0; number < states; number++) {
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  }
  const place = starts.slice();
  const sources = new Uint32Array(edges.to.length);
  for (const [index, to] of edges.to.entries()) {
    const at = place[to] ?? 0;
    sources[at] = edges.from[index] ?? 0;
    place[to] = at + 1;
  }
  return { starts, sources };
}
