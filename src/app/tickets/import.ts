// Tickets that come from elsewhere, many at a time. Each begins in the start state like every other; where it stood
// elsewhere is where a person puts it, in a row of its own. A part that is in already is not taken in twice.

import { hash } from "node:crypto";
import { by, say } from "../../engine/acts.ts";
import { PRIORITIES, ESTIMATES, type Key, type Time } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { quote, showName } from "../../engine/words.ts";
import { authorOf, surfaceOf, workflowCheck, type App, type Caller } from "../app.ts";
import { ticketCheck, touched } from "../commit/changes.ts";
import { inOrder, linksOf } from "./import-order.ts";
import { updateTicket } from "./update.ts";
import { checkNames } from "../commit/limits.ts";
import { firstKey, newNumbers } from "../commit/new-numbers.ts";
import { createEntry } from "./new-ticket.ts";
import type { Entry } from "../commit/plan.ts";
import { requestRecord, settleOnce, type RequestName } from "../commit/requests.ts";
import { IMPORT } from "../commit/sender.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import type { Ticket } from "../ports/tickets.ts";

/** Checked by the importer that made it: words are ours, texts fit, and links lead to others of the same import. */
export interface ImportTicket {
  /** What it was called elsewhere. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly state: string;
  /** Why it stands there. */
  readonly reason: string;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  readonly parent: string | null;
  readonly blockedBy: readonly string[];
  readonly comments: readonly { readonly author: string; readonly body: string }[];
}

export interface ImportAnswer {
  readonly imported: number;
  /** Were in already. */
  readonly known: number;
  readonly keys: ReadonlyMap<string, Key>;
  /** Links that could not be made, and why. */
  readonly unlinked: readonly string[];
}

/** One plan each: long enough that a plan's cost is little, short enough that others get their turn between two. */
const AT_ONCE = 250;

export async function importTickets(
  app: App,
  caller: Caller,
  { source, tickets }: { readonly source: string; readonly tickets: readonly ImportTicket[] },
  progress: (done: number, total: number) => void,
): Promise<ImportAnswer | Refusal> {
  if (caller.actor.kind !== "person") {
    const recovery = say`make tickets ${by({ type: "create_ticket" })} instead.`;
    return refuse("person_only", "Tickets are imported by a person.", recovery);
  }
  if (app.home) {
    return refuse(
      "tickets_live_elsewhere",
      `The tickets of this board live in ${app.home.owner}/${app.home.repo}, and an import writes to a board of our own.`,
      "make the issues there: they come onto this board by themselves. Or import into another database, with SIGNALBOX_TRACKER=local.",
      { owner: app.home.owner, repo: app.home.repo },
    );
  }
  const unfit = checkNames(caller, undefined) ?? checkStates(app, tickets);
  if (unfit) return unfit;
  const { ordered, late } = inOrder(tickets);
  const keys = new Map<string, Key>();
  let known = 0;
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    const part = ordered.slice(at, at + AT_ONCE);
    const answer = await importPart(app, caller, source, part, keys);
    if (isRefusal(answer)) return answer;
    if (answer.again) known += part.length;
    for (const [index, { id }] of part.entries()) keys.set(id, String(answer.first + index));
    progress(Math.min(at + AT_ONCE, ordered.length), ordered.length);
  }
  const unlinked: string[] = [];
  for (const { id, parent, blocker } of late) {
    const keyOf = (other: string | undefined): Key | undefined => (other === undefined ? undefined : keys.get(other));
    const [key, above, before] = [keys.get(id) ?? "", keyOf(parent), keyOf(blocker)];
    const linked = await updateTicket(app, caller, {
      key,
      parent: above,
      addBlockers: before === undefined ? [] : [before],
    });
    if (isRefusal(linked)) {
      unlinked.push(`${id} is not linked with ${parent ?? blocker}: ${tell(linked, surfaceOf(caller)).error}`);
    }
  }
  return { imported: tickets.length - known, known, keys, unlinked };
}

interface PartAnswer {
  /** The number of its first ticket; the others follow. */
  readonly first: number;
  readonly again: boolean;
}

function importPart(
  app: App,
  caller: Caller,
  source: string,
  part: readonly ImportTicket[],
  before: ReadonlyMap<string, Key>,
): Promise<PartAnswer | Refusal> {
  const id = hash("sha256", JSON.stringify(part));
  const request: RequestName = { ...IMPORT, subject: source.slice(0, 100), id, arguments: id };
  return settleOnce<PartAnswer, PartAnswer>(
    app.board,
    request,
    ({ answer }) => ({ ...answer, again: true }),
    byWorkflow(app, (app) => attemptPart(app, caller, part, before, request)),
  );
}

async function attemptPart(
  app: App,
  caller: Caller,
  part: readonly ImportTicket[],
  before: ReadonlyMap<string, Key>,
  request: RequestName,
): Promise<Attempt<PartAnswer | Refusal>> {
  const unknown = checkStates(app, part);
  if (unknown) return { answer: unknown };
  const now = await app.board.now();
  const numbers = newNumbers(part.length);
  const { first } = numbers;
  const keys = new Map([...before, ...part.map(({ id }, index) => [id, String(first + index)] as const)]);
  const fresh = new Set(part.map(({ id }) => id));
  // Those of earlier parts: somebody may be at work on them by now.
  const linked = await readAll(
    app,
    part.flatMap((ticket) => linksOf(ticket).flatMap((id) => (fresh.has(id) ? [] : (keys.get(id) ?? [])))),
  );
  const answer: PartAnswer = { first, again: false };
  const entries = part.flatMap((ticket, index) => entriesOf(app, caller, { ticket, number: first + index, keys, now }));
  const [start, ...rest] = entries;
  if (!start) return { answer };
  return {
    plan: {
      id: app.newId(),
      checks: [...workflowCheck(app), ...linked.map(ticketCheck)],
      entries: [
        { ...start, changes: [...(start.changes ?? []), ...linked.map((ticket) => touched(ticket, now))] },
        ...rest,
      ],
      newNumbers: numbers,
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, first: Number(firstKey(done)) }),
  };
}

interface Placed {
  readonly ticket: ImportTicket;
  readonly number: number;
  readonly keys: ReadonlyMap<string, Key>;
  readonly now: Time;
}

function entriesOf(app: App, caller: Caller, placed: Placed): readonly Entry[] {
  const { ticket, number, keys, now } = placed;
  const { start } = app.machine.workflow;
  const subject = { type: "ticket", key: String(number) } as const;
  const comments = ticket.comments.map(({ author, body }, index): Entry => {
    // Comments of one moment are shown in the order of their ids.
    const id = `${String(index).padStart(12, "0")}-${app.newId()}`;
    const set = { ticket: subject.key, author, body, created_at: now };
    return {
      kind: "comment",
      subject,
      by: authorOf(caller),
      data: { comment: id },
      changes: [{ table: "comment", key: { id }, set }],
    };
  });
  const parent = ticket.parent === null ? null : (keys.get(ticket.parent) ?? null);
  const blockedBy = ticket.blockedBy.flatMap((id) => keys.get(id) ?? []);
  const created = createEntry(app, caller, { ...ticket, number, parent, blockedBy }, now);
  if (ticket.state === start) return [created, ...comments];
  const isEdge = app.machine.states.get(start)?.next.includes(ticket.state) === true;
  const closed = app.machine.states.get(ticket.state)?.terminal ? 1 : 0;
  const moved: Entry = {
    // Where an edge leads it is a move like any other; else a person put it there.
    kind: isEdge ? "move" : "override",
    subject,
    by: authorOf(caller),
    data: { from: start, to: ticket.state, command: null, intent: null },
    texts: { reason: ticket.reason },
    changes: [
      {
        table: "ticket",
        key: { key: subject.key },
        set: { state: ticket.state, entered_at: now, closed, version: 2, updated_at: now },
      },
    ],
  };
  return [created, moved, ...comments];
}

async function readAll(app: App, keys: readonly Key[]): Promise<readonly Ticket[]> {
  const tickets: Ticket[] = [];
  for (const key of new Set(keys)) {
    const ticket = await app.board.tickets.get(key);
    if (ticket) tickets.push(ticket);
  }
  return tickets;
}

function checkStates(app: App, tickets: readonly ImportTicket[]): Refusal | null {
  for (const { id, state, priority, estimate } of tickets) {
    const known = app.machine.states.get(state);
    const isWord = (word: string | null, words: readonly string[]): boolean => word === null || words.includes(word);
    if (known && !known.lock && isWord(priority, PRIORITIES) && isWord(estimate, ESTIMATES)) continue;
    return refuse(
      "import_unfit",
      `${showName(id)} can't stand in ${quote(state)} with priority ${priority ?? "none"} and estimate ${estimate ?? "none"}.`,
      "change the table of words, and import again.",
      { id, state, priority, estimate },
    );
  }
  return null;
}
