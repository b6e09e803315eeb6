// Which webhooks have come, in a note of the store: `doctor` and the other servers read it. It is written now and then, and
// not for each of them: whoever sends many must not keep the store busy.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Time } from "../../engine/facts.ts";

const NOTE = "github-webhooks";
const WRITTEN_EVERY_MS = 1_000;
const MOST_ATTEMPTS = 5;

export interface Tally {
  readonly count: number;
  /** The last. */
  readonly at: Time;
}

export interface Heard {
  /** Those that were signed, by kind. */
  readonly kinds: Readonly<Record<string, Tally>>;
  /** Without a signature that fits. */
  readonly refused: Tally | null;
  /** Signed, and of another project or repository. */
  readonly elsewhere: Tally | null;
  /** The newest change of a card that one has told of, by GitHub's clock. */
  readonly cardAt: Time | null;
}

type Store = Pick<TrackerStore, "notes" | "now">;

export const NOTHING_HEARD: Heard = { kinds: {}, refused: null, elsewhere: null, cardAt: null };

export async function readHeard({ notes }: Pick<TrackerStore, "notes">): Promise<Heard> {
  const note = await notes.get(NOTE);
  return note === null ? NOTHING_HEARD : (JSON.parse(note) as Heard);
}

/** Counts in memory, and adds it to the note. */
export class Hearing {
  readonly #store: Store;
  readonly #onTrouble: (error: unknown) => void;
  readonly #kinds = new Map<string, number>();
  #refused = 0;
  #elsewhere = 0;
  #cardAt: Time | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#onTrouble = onTrouble;
  }

  /** `kind`: one of ours; what others are called is theirs to choose. */
  came(kind: string, cardAt: Time | null): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (cardAt !== null) this.#cardAt = Math.max(this.#cardAt ?? 0, cardAt);
    this.#plan();
  }

  elsewhere(): void {
    this.#elsewhere++;
    this.#plan();
  }

  refused(): void {
    this.#refused++;
    this.#plan();
  }

  /** All that was counted is written. */
  async settled(): Promise<void> {
    if (this.#timer !== null) this.#write();
    await this.#writing;
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITTEN_EVERY_MS).unref();
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#add()).catch(this.#onTrouble);
  }

  async #add(): Promise<void> {
    const { notes } = this.#store;
    const [kinds, refused, elsewhere] = [new Map(this.#kinds), this.#refused, this.#elsewhere];
    this.#kinds.clear();
    this.#refused = this.#elsewhere = 0;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const [before, at] = [await notes.get(NOTE), await this.#store.now()];
      const heard = before === null ? NOTHING_HEARD : (JSON.parse(before) as Heard);
      const more = (tally: Tally | null | undefined, count: number): Tally => ({
        count: (tally?.count ?? 0) + count,
        at,
      });
      const all = [...kinds].map(([kind, count]) => [kind, more(heard.kinds[kind], count)] as const);
      const after: Heard = {
        kinds: { ...heard.kinds, ...Object.fromEntries(all) },
        refused: refused > 0 ? more(heard.refused, refused) : heard.refused,
        elsewhere: elsewhere > 0 ? more(heard.elsewhere, elsewhere) : heard.elsewhere,
        cardAt: this.#cardAt === null ? heard.cardAt : Math.max(heard.cardAt ?? 0, this.#cardAt),
      };
      // Another server has counted too.
      if (await notes.replace(NOTE, before, JSON.stringify(after))) return;
    }
  }
}
