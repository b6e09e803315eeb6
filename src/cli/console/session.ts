// The interactive board at work: reads the board when something happens, does what a key asks for, and tells the screen.

import { setTimeout as sleep } from "node:timers/promises";
import type { App, Caller } from "../../app/app.ts";
import { wayOut } from "../../app/commit/errors.ts";
import { newestEvents } from "../../app/ledger/events.ts";
import type { LedgerRow } from "../../app/commit/plan.ts";
import { followLedger } from "../../app/ledger/feed.ts";
import { viewBoard } from "../../app/pages/board-page.ts";
import { press, type Key, type Pressed } from "../../app/pages/console/keys.ts";
import {
  begin,
  boardFailed,
  boardRead,
  notSent,
  pageFailed,
  pageRead,
  sent,
  textsFailed,
  textsFound,
  undoTold,
  type BoardRead,
} from "../../app/pages/console/live.ts";
import type { ConsoleState, Effect, Step, Told } from "../../app/pages/console/state.ts";
import { viewNeeds } from "../../app/pages/needs-you.ts";
import { viewTicketPage } from "../../app/pages/ticket-page.ts";
import { addComment } from "../../app/tickets/comment.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { listTickets } from "../../app/tickets/list.ts";
import { undoMove } from "../../app/tickets/undo.ts";
import { updateTicket } from "../../app/tickets/update.ts";
import { keyOf, showKey, stamp } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import type { Reader } from "../../setup/open-reader.ts";
import { hashOf } from "../support/git.ts";
import { CliError } from "../support/output.ts";
import { withPerson, type PersonOptions } from "../support/people.ts";

const NEWS = 6;
/** Ages and leases grow by themselves. */
const TICK_MS = 1_000;
const LEAST_PAUSE_MS = 200;
/** As many as one page of a list has at most. */
const MOST_FOUND = 500;

interface Snapshot {
  readonly state: ConsoleState;
  /** The board's clock, now. */
  readonly now: string;
}

export class ConsoleSession {
  /** How an open ticket is scrolled: the screen says it when it has drawn it. */
  page: Pressed["page"] = { rows: 1, most: 0 };
  /** Settled when the person has had enough. */
  readonly over: Promise<void>;

  readonly #reader: Reader;
  readonly #options: PersonOptions;
  readonly #terminal: ConsoleTerminal;
  readonly #listeners = new Set<() => void>();
  #app: App;
  #snapshot: Snapshot;
  #readAt = Date.now();
  #end = (): void => {};
  #reading: Promise<void> | null = null;
  #again = false;
  #searching: Promise<void> | null = null;
  #next: string | null = null;
  #anew = false;
  #isOver = false;

  private constructor(reader: Reader, app: App, options: PersonOptions, terminal: ConsoleTerminal, read: BoardRead) {
    this.#reader = reader;
    this.#app = app;
    this.#options = options;
    this.#terminal = terminal;
    this.#snapshot = { state: begin(read), now: read.view.now };
    this.over = new Promise((resolve) => {
      this.#end = () => {
        this.#isOver = true;
        resolve();
      };
    });
  }

  static async begin(reader: Reader, options: PersonOptions, terminal: ConsoleTerminal): Promise<ConsoleSession> {
    const app = await reader.current();
    return new ConsoleSession(reader, app, options, terminal, await readBoard(app));
  }

  /** Follows the board until it is over. */
  async follow(): Promise<void> {
    const { board } = this.#app;
    const { seq } = await board.ledger.head();
    const onRows = (rows: readonly LedgerRow[]): void => {
      // What is in force has changed: everything from now on is shown and asked by it.
      this.#anew ||= rows.some(({ kind }) => kind === "adopt");
      this.#look();
    };
    const following = followLedger(board, seq, onRows, { onError: () => this.#look() });
    const leave = board.mirror?.attend();
    const ticking = setInterval(() => {
      if (this.#snapshot.state.trouble === null) this.#show(this.#snapshot.state);
      else this.#look();
    }, TICK_MS);
    this.#look();
    try {
      await Promise.race([this.over, following.done]);
    } finally {
      clearInterval(ticking);
      leave?.();
      await following.stop();
      await this.#reading;
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot => this.#snapshot;

  press = (key: Key): void => {
    this.#take(press(this.#snapshot.state, { key, now: Date.now(), page: this.page }));
  };

  quit = (): void => this.#end();

  #take({ state, effects }: Step): void {
    this.#show(state);
    for (const effect of effects) this.#do(effect);
  }

  #show(state: ConsoleState): void {
    this.#snapshot = { state, now: stamp(this.#clock(state)) };
    for (const listener of this.#listeners) listener();
  }

  /** The board's. */
  #clock({ view } = this.#snapshot.state): number {
    return Date.parse(view.now) + Math.max(0, Date.now() - this.#readAt);
  }

  #do(effect: Effect): void {
    switch (effect.type) {
      case "quit":
        return this.#end();
      case "redraw":
        this.#terminal.redraw();
        return this.#show(this.#snapshot.state);
      case "copy":
        return this.#terminal.copy(effect.text);
      case "read":
        void this.#readPage(effect.key);
        return;
      case "search":
        return this.#search(effect.text);
      case "undo":
        void this.#undo(effect);
        return;
      default:
        void this.#send(effect);
    }
  }

  /** One at a time: what happens meanwhile is read afterwards. */
  #look(): void {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = this.#lookNow().finally(() => {
      this.#reading = null;
      if (this.#again && !this.#isOver) {
        this.#again = false;
        this.#look();
      }
    });
  }

  async #lookNow(): Promise<void> {
    const began = performance.now();
    try {
      if (this.#anew) {
        this.#anew = false;
        this.#app = await this.#reader.current();
      }
      const read = await readBoard(this.#app);
      this.#readAt = Date.now();
      this.#take(boardRead(this.#snapshot.state, read));
    } catch (error) {
      const { what, recovery } = toldOf(error);
      this.#take(boardFailed(this.#snapshot.state, `${what} ${recovery}`));
    }
    // A large board is not read all the time because many agents are at work on it.
    const pauseMs = Math.max(LEAST_PAUSE_MS, 3 * (performance.now() - began));
    await Promise.race([this.over, sleep(pauseMs, undefined, { ref: false })]);
  }

  async #readPage(key: string): Promise<void> {
    const page = await attempted(() => viewTicketPage(this.#app, key, null, "cli"));
    const { state } = this.#snapshot;
    this.#take("what" in page ? pageFailed(state, key, page) : pageRead(state, key, page, Date.now()));
  }

  /** One at a time: of what is typed meanwhile, the last is looked for. */
  #search(text: string): void {
    if (this.#searching) {
      this.#next = text;
      return;
    }
    this.#searching = this.#searchNow(text).finally(() => {
      this.#searching = null;
      const next = this.#next;
      this.#next = null;
      if (next !== null && !this.#isOver) this.#search(next);
    });
  }

  async #searchNow(text: string): Promise<void> {
    const page = await attempted(() => listTickets(this.#app, { anywhere: text, limit: MOST_FOUND }));
    const { state } = this.#snapshot;
    if ("what" in page) return this.#take(textsFailed(state, page));
    const keys = page.tickets.map(keyOf);
    this.#take(textsFound(state, { text, keys, more: page.nextCursor !== null }));
  }

  async #undo({ key, event }: Extract<Effect, { type: "undo" }>): Promise<void> {
    const undone = await this.#asPerson((app, caller) => undoMove(app, caller, { key, event }));
    const notice =
      "what" in undone
        ? `${undone.what} ${undone.recovery}`
        : `${showKey(key)}: ${undone.previousState} → ${undone.newState}, undone.`;
    this.#take(undoTold(this.#snapshot.state, key, notice));
    this.#look();
  }

  #asPerson<T extends object>(
    run: (app: App, caller: Caller) => Promise<T | Refusal>,
  ): Promise<Exclude<T, Refusal> | Told> {
    return attempted(() => withPerson(this.#options, (app, caller) => run(app, caller(false))));
  }

  /** By the same verbs as the commands, as the person at this terminal. */
  async #send(effect: Sent): Promise<void> {
    const done = await this.#asPerson((app, caller) => act(app, caller, effect));
    const { state } = this.#snapshot;
    if ("what" in done) return this.#take(notSent(state, done));
    const isMoveForm = state.dialog?.type === "move";
    const form = effect.type === "comment" && isMoveForm ? "move" : FORMS[effect.type];
    const own =
      done.event === undefined || !("key" in effect) ? null : { key: effect.key, event: done.event, at: this.#clock() };
    this.#take(sent(state, form, "key" in effect ? effect.key : "", done.notice, own));
    this.#look();
  }
}

type Sent = Extract<Effect, { type: "move" | "comment" | "create" | "edit" }>;

/** The form that sends it. */
const FORMS = { move: "move", comment: "comment", create: "new", edit: "edit" } as const;

/** What else the terminal can do. */
export interface ConsoleTerminal {
  readonly redraw: () => void;
  readonly copy: (text: string) => void;
}

async function readBoard(app: App): Promise<BoardRead> {
  const [view, needs, news] = await Promise.all([viewBoard(app, 0), viewNeeds(app), newestEvents(app, null, NEWS)]);
  return { view, needs, news };
}

interface Done {
  readonly notice: string;
  /** Of a move: its row in the ledger. */
  readonly event?: number;
}

async function act(app: App, caller: Caller, effect: Sent): Promise<Done | Refusal> {
  if (effect.type === "create") {
    const made = await createTicket(app, caller, { title: effect.title });
    return isRefusal(made) ? made : { notice: `#${made.number} made, in ${made.state}.` };
  }
  const { key } = effect;
  if (effect.type === "comment") {
    const said = await addComment(app, caller, { key, body: effect.body });
    return isRefusal(said) ? said : { notice: `${showKey(key)}: your comment stands.` };
  }
  if (effect.type === "edit") {
    const answer = await updateTicket(app, caller, { key, ...effect.fields, seen: effect.seen });
    return isRefusal(answer) ? answer : { notice: `${showKey(key)}: ${answer.edited.join(", ")} changed.` };
  }
  const { from: fromState, to: toState, reason } = effect;
  const commit = effect.commit === undefined ? undefined : await hashOf(app, effect.commit);
  const moved = await handoff(app, caller, { key, fromState, toState, reason, commit });
  if (isRefusal(moved)) return moved;
  const warned = moved.warnings.length === 0 ? "" : ` ${moved.warnings.join(" ")}`;
  const row = moved.event === null ? "" : ` Ledger row ${moved.event.toLocaleString("en")}.`;
  const undo = moved.event !== null && moved.changed ? " u undoes it." : "";
  return {
    notice: `${showKey(key)}: ${moved.previousState ?? "no state"} → ${moved.newState}.${row}${undo}${warned}`,
    ...(moved.event !== null && moved.changed ? { event: moved.event } : {}),
  };
}

/** What it gave, or why it did not, in words of the terminal. */
async function attempted<T extends object>(run: () => Promise<T | Refusal>): Promise<Exclude<T, Refusal> | Told> {
  try {
    const answer = await run();
    return isRefusal(answer) ? tell(answer, "cli") : (answer as Exclude<T, Refusal>);
  } catch (error) {
    return toldOf(error);
  }
}

/** Every other error is a bug, and ends the program. */
function toldOf(error: unknown): Told {
  if (error instanceof CliError) return { what: error.message, recovery: "" };
  const known = wayOut(error);
  if (!known) throw error;
  return { what: known.what, recovery: known.recovery };
}
