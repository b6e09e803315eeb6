// Many who do the same again and again for some seconds, at the same time.

export interface Go {
  readonly seconds: number;
}

export interface Went {
  readonly moves: number;
  /** To the end of the last one. */
  readonly seconds: number;
  readonly cpuMs: number;
}

export async function forSeconds(seconds: number, loops: readonly (() => Promise<void>)[]): Promise<Went> {
  const before = process.cpuUsage();
  const start = performance.now();
  const until = start + seconds * 1000;
  let moves = 0;
  const repeat = async (once: () => Promise<void>): Promise<void> => {
    while (performance.now() < until) {
      await once();
      moves++;
    }
  };
  await Promise.all(loops.map(repeat));
  const { user, system } = process.cpuUsage(before);
  return { moves, seconds: (performance.now() - start) / 1000, cpuMs: (user + system) / 1000 };
}
