// The whole board into the mirror: at first use, and again where its pulse has changed. An idle board costs a point a
// look; what people link or rename does not show in the pulse, so that everything is read once an hour all the same.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Time } from "../../engine/facts.ts";
import { readWhoMoved } from "./who-moved.ts";
import type { Context } from "../tracker/context.ts";
import type { Pulse } from "./look.ts";
import type { Seen } from "./seen.ts";

const NOTE = "github-sync";
const HOUR = 3_600_000;
const PAGE = 100;
/** More than PostgreSQL takes for a limit there are never. */
const EVERY_CARD = 2 ** 31 - 1;
/** GitHub counts in seconds: a second change in the same one leaves the pulse as it is. */
const SETTLED_MS = 3_000;
/** A large board is read less often: whatever its size, at most 600 points an hour go into it. */
const PAUSE_FOR_A_PAGE_MS = 6_000;

interface Synced {
  /** When everything was read. */
  readonly readAt: Time;
  /** When somebody looked last. */
  readonly lookedAt: Time;
  /** Empty: the board had just been changed, and is read again at the next look. */
  readonly pulse: string;
  readonly cards: number;
}

export class Sync {
  readonly #context: Context;
  #running: Promise<void> | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** At most so old, in milliseconds; Infinity: once is enough. A large board that has changed may be left for a while. */
  async noOlderThan(age: number): Promise<void> {
    const last = await readSynced(this.#context.store);
    if (last && (await this.#context.store.now()) - last.lookedAt < age) return;
    await this.#once(last, false);
  }

  /** As it is now, however large it is. */
  async now(): Promise<void> {
    await this.#once(await readSynced(this.#context.store), true);
  }

  async #once(last: Synced | null, whateverItTakes: boolean): Promise<void> {
    this.#running ??= this.#run(last, whateverItTakes).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #run(last: Synced | null, whateverItTakes: boolean): Promise<void> {
    const { store, looker, projectIds } = this.#context;
    const project = await projectIds.project();
    const [pulse, now] = [await looker.pulse(project), await store.now()];
    // What has changed and is not read yet shows again at the next look, as its pulse is not kept.
    const synced: Synced =
      last && !isDue(last, pulse.text, now, whateverItTakes)
        ? { ...last, lookedAt: now }
        : { pulse: keptPulse(pulse, now), lookedAt: now, readAt: now, cards: await this.#read(project) };
    await store.notes.replace(NOTE, await store.notes.get(NOTE), JSON.stringify(synced));
  }

  async #read(project: string): Promise<number> {
    const { mirror, looker } = this.#context;
    const since = await mirror.moment();
    const seen = await looker.board(project);
    await mirror.take(await readWhoMoved(this.#context, seen), since);
    await this.#missing(seen);
    return seen.length;
  }

  /** Cards that are gone from the board: removed or archived. Each is looked at by itself, as there are few. */
  async #missing(seen: readonly Seen[]): Promise<void> {
    const { store, mirror, looker } = this.#context;
    const there = new Set(seen.map(({ key }) => key));
    const cards = await store.tickets.cards({ closed: EVERY_CARD });
    for (const { ticket } of cards) {
      if (there.has(ticket.key) || !ticket.onBoard) continue;
      const since = await mirror.moment();
      const look = await looker.issue(ticket.key, false);
      if (look) await mirror.take([look.seen], since);
      else await mirror.leave(ticket.key);
    }
  }
}

function isDue({ readAt, pulse: before, cards }: Synced, pulse: string, now: Time, whateverItTakes: boolean): boolean {
  const age = now - readAt;
  const pause = whateverItTakes ? 0 : Math.ceil(cards / PAGE) * PAUSE_FOR_A_PAGE_MS;
  return age >= HOUR || (pulse !== before && age >= pause);
}

function keptPulse({ text, changedAt }: Pulse, now: Time): string {
  return now - changedAt < SETTLED_MS ? "" : text;
}

async function readSynced(store: TrackerStore): Promise<Synced | null> {
  const note = await store.notes.get(NOTE);
  return note === null ? null : (JSON.parse(note) as Synced);
}
