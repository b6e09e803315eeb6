// Names on a line map: what three or more stations have in common stands once, above them.

export interface Names {
  /** As it stands beside the station. */
  short(state: string): string;
  /** What was left out, where this is the first station of those that share it. */
  caption(state: string): string | null;
}

const ENOUGH = 3;

export function namesOf(states: readonly string[]): Names {
  const shared = new Map<string, string>();
  for (const state of states) {
    const prefix = prefixesOf(state).find(
      (candidate) => states.filter((other) => other.startsWith(candidate) && other !== candidate).length >= ENOUGH,
    );
    if (prefix !== undefined) shared.set(state, prefix);
  }
  return {
    short: (state) => state.slice(shared.get(state)?.length ?? 0),
    caption: (state) => {
      const prefix = shared.get(state);
      if (prefix === undefined || states.find((other) => shared.get(other) === prefix) !== state) return null;
      return prefix.replaceAll(/[-_]/g, " ").trim();
    },
  };
}

/** `a-b-` and `a-` of `a-b-c`: the longest first. */
function prefixesOf(state: string): string[] {
  const ends = Array.from(state.matchAll(/[-_ ]/g), (match) => match.index + 1);
  return ends.toReversed().map((end) => state.slice(0, end));
}
