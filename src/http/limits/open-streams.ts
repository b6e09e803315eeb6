// Who listens to the live stream, and for how long they may. Nobody has more than their share of the streams, and a stream
// ends with the key that it was opened with: revoked, expired or signed out, within a second.

/** Of one caller: more than 50 dashboards of one machine, which listen without a key. */
const MOST_OF_A_CALLER = 100;
const MOST = 1_000;
/** How often keys are looked at again; what is revoked now is seen at the next look. */
const LOOK_EVERY_MS = 400;

/** Whose stream it is. */
export interface StreamOwner {
  /** Whose share it counts for. */
  readonly caller: string;
  /** The key that was shown; null: none. */
  readonly token: string | null;
  readonly browser: string | null;
}

export interface Endable {
  end(): void;
}

export interface OpenStreamsOptions {
  /** Whether they would still be let in. */
  readonly mayStay: (owner: StreamOwner) => Promise<boolean>;
  readonly log: (line: Record<string, unknown>) => void;
}

/** A stream that was let in, and is made next. */
export interface StreamPlace {
  give(stream: Endable): void;
  leave(): void;
}

export type Turned = "yours" | "all";

export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Map<StreamPlace, { readonly owner: StreamOwner; stream: Endable | null }>();
  readonly #ofCaller = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #turnedAway = 0;
  #ended = 0;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
  }

  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** Streams whose key opens nothing any more. */
  get endedWithKey(): number {
    return this.#ended;
  }

  /** Or why there is no place: because of the caller's own streams, or of all. */
  take(owner: StreamOwner): StreamPlace | Turned {
    const own = this.#ofCaller.get(owner.caller) ?? 0;
    if (own >= MOST_OF_A_CALLER || this.#open.size >= MOST) {
      this.#turnedAway++;
      return own >= MOST_OF_A_CALLER ? "yours" : "all";
    }
    const held: { readonly owner: StreamOwner; stream: Endable | null } = { owner, stream: null };
    const place: StreamPlace = {
      give: (stream) => {
        held.stream = stream;
      },
      leave: () => this.#leave(place),
    };
    this.#open.set(place, held);
    this.#ofCaller.set(owner.caller, own + 1);
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return place;
  }

  /** Ends the streams of keys that open nothing any more. */
  async look(): Promise<void> {
    const byKey = Map.groupBy(this.#open.values(), ({ owner }) => `${owner.token ?? ""} ${owner.browser ?? ""}`);
    for (const held of byKey.values()) {
      const [first] = held;
      if (!first || (await this.#mayStay(first.owner))) continue;
      for (const { stream } of held) {
        if (stream) this.#ended++;
        stream?.end();
      }
    }
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** A store that does not answer ends no stream: nothing new comes out of it either. */
  async #mayStay(owner: StreamOwner): Promise<boolean> {
    try {
      return await this.#options.mayStay(owner);
    } catch (error) {
      this.#options.log({ level: "warn", message: "the keys of open streams could not be read", error: String(error) });
      return true;
    }
  }

  #leave(place: StreamPlace): void {
    const held = this.#open.get(place);
    if (!held) return;
    this.#open.delete(place);
    const { caller } = held.owner;
    const left = (this.#ofCaller.get(caller) ?? 1) - 1;
    if (left > 0) this.#ofCaller.set(caller, left);
    else this.#ofCaller.delete(caller);
    if (this.#open.size === 0) this.close();
  }
}
