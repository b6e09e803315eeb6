// Parents and blockers of all tickets, both ways.

import type { Key } from "../../engine/facts.ts";

export class Links {
  readonly #parent = new Map<Key, Key>();
  readonly #children = new Map<Key, Set<Key>>();
  readonly #blockers = new Map<Key, Set<Key>>();
  readonly #blocked = new Map<Key, Set<Key>>();

  setParent(key: Key, before: Key | null, after: Key | null): void {
    if (before === after) return;
    if (before !== null) this.#children.get(before)?.delete(key);
    if (after === null) {
      this.#parent.delete(key);
      return;
    }
    this.#parent.set(key, after);
    setIn(this.#children, after).add(key);
  }

  setBlocker(key: Key, blockedBy: Key, isThere: boolean): void {
    const [blockers, blocked] = [setIn(this.#blockers, key), setIn(this.#blocked, blockedBy)];
    if (isThere) {
      blockers.add(blockedBy);
      blocked.add(key);
      return;
    }
    blockers.delete(blockedBy);
    blocked.delete(key);
  }

  blockersOf(key: Key): readonly Key[] {
    return [...(this.#blockers.get(key) ?? [])];
  }

  /** Everything that hangs together with a ticket; `cut`: there is more than was asked for. */
  connected(key: Key, most: number): { readonly keys: ReadonlySet<Key>; readonly cut: boolean } {
    const keys = new Set([key]);
    for (const one of keys) {
      const parent = this.#parent.get(one);
      const next = [this.#children, this.#blockers, this.#blocked].flatMap((links) => [...(links.get(one) ?? [])]);
      for (const other of parent === undefined ? next : [parent, ...next]) {
        keys.add(other);
        if (keys.size >= most) return { keys, cut: true };
      }
    }
    return { keys, cut: false };
  }
}

function setIn(links: Map<Key, Set<Key>>, key: Key): Set<Key> {
  const known = links.get(key) ?? new Set<Key>();
  links.set(key, known);
  return known;
}
