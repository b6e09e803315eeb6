// A ticket as people and agents read it: its fields, its links, who holds it, and what was said and done on it.

import { auditComment } from "../../engine/tickets/audit-comment.ts";
import { commandOf, type Machine } from "../../engine/workflow/compile.ts";
import { refOf, showKey, stamp, type Key, type TicketRef, type Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { PROPAGATED } from "./advance.ts";
import type { App, Caller } from "../app.ts";
import { viewEvidence } from "./evidence-view.ts";
import { readActivity, viewClaim, type Activity } from "../sessions/activity.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { ALL_ROWS } from "../ports/ledger.ts";
import { plannedFor, type ClosedAs, type LinkedTicket, type Ticket } from "../ports/tickets.ts";
import type { PullRequest, PullsView } from "../pages/pull-views.ts";
import { readPulls } from "../evidence/read-pulls.ts";
import type { EvidenceView } from "../pages/evidence-views.ts";
import type { TicketRunView } from "../pages/run-views.ts";
import type { ClaimView } from "../pages/views.ts";
import { viewRunsOn } from "../runs/ticket-runs.ts";

/** Its evidence stands there where the workflow asks for some. */
export interface TicketView extends TicketSummary, Partial<EvidenceView> {
  readonly body: string;
  readonly children: readonly LinkView[];
  readonly blockedBy: readonly LinkView[];
  readonly blocks: readonly LinkView[];
  readonly comments: readonly CommentView[];
  /** Its card was archived elsewhere: it is not on the board. */
  readonly archived?: true;
  /** Its pull requests elsewhere: open ones first, then the newest first. */
  readonly pullRequests?: readonly PullRequest[];
  /** How many more there are than are listed. */
  readonly morePullRequests?: number;
  /** The runs that it is an item of, those under way first. */
  readonly runs: readonly TicketRunView[];
  readonly createdAt: string;
}

export interface TicketSummary extends TicketRef {
  readonly title: string;
  readonly state: string | null;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  readonly parent: TicketRef | null;
  readonly claim: ClaimView | null;
  readonly updatedAt: string;
  /** Closed elsewhere, and why; absent: it is open there, or lives here. */
  readonly closed?: ClosedAs;
}

export interface LinkView extends TicketRef {
  readonly title: string;
  readonly state: string | null;
}

export interface CommentView {
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
}

/** Whoever reads it: what they may not do by their own hands is not told. */
const READER: Caller = { actor: { kind: "agent", identity: { connection: "", agent: null } }, via: "" };

/** `caller`: for whom it is told what each way on still lacks. */
export async function viewTicket(app: App, key: Key, caller: Caller = READER): Promise<TicketView | Refusal> {
  const page = await app.board.tickets.withHistory(key, ALL_ROWS);
  if (!page) return noSuchTicket(key);
  const { now, ticket, links, comments, inRuns, history } = page;
  const runs = inRuns ? await viewRunsOn(app, ticket.key) : [];
  const evidence = await viewEvidence(app, caller, ticket.key, ticket.head);
  // In the order of the ledger: two comments of the same millisecond still have a first and a second.
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const told = history.flatMap((row): Said[] => {
    const { comment: id } = row.data;
    const said = row.kind === "comment" && typeof id === "string" ? byId.get(id) : undefined;
    if (said) return [{ at: row.at, author: said.author, body: said.body }];
    const body = renderMove(app.machine, row);
    return body === null ? [] : [{ at: row.at, author: "signalbox", body }];
  });
  // What people said on a tracker elsewhere stands in no row of ours.
  const listed = new Set(history.flatMap(({ data }) => (typeof data["comment"] === "string" ? [data["comment"]] : [])));
  const others = comments.filter(({ id }) => !listed.has(id));
  const newestFirst = inOrder(
    told,
    others.map(({ author, body, createdAt }) => ({ at: createdAt, author, body })),
  );
  return {
    // Only what the holder is doing is shown.
    ...summarize(ticket, now, await readActivity(app, ticket.claim ? [ticket] : [], now)),
    body: ticket.body,
    children: links.children.map(viewLink),
    blockedBy: links.blockedBy.map(viewLink),
    blocks: links.blocks.map(viewLink),
    comments: newestFirst.toReversed().map(({ at, author, body }) => ({ author, body, createdAt: stamp(at) })),
    runs,
    createdAt: stamp(ticket.createdAt),
    ...(ticket.archived ? { archived: true } : {}),
    ...listPulls((await readPulls(app, [ticket.key])).get(ticket.key)),
    ...evidence,
  };
}

function listPulls(view: PullsView | undefined): Pick<TicketView, "pullRequests" | "morePullRequests"> {
  if (!view) return {};
  const { total, pulls } = view;
  return { pullRequests: pulls, ...(total > pulls.length ? { morePullRequests: total - pulls.length } : {}) };
}

interface Said {
  readonly at: Time;
  readonly author: string;
  readonly body: string;
}

/** Stable: what stands in the ledger keeps its order. */
function inOrder(told: readonly Said[], others: readonly Said[]): readonly Said[] {
  return others.length === 0 ? told : [...told, ...others].toSorted((a, b) => b.at - a.at);
}

export function summarize(ticket: Ticket, now: Time, activity: Activity): TicketSummary {
  return {
    ...refOf(ticket.key),
    title: ticket.title,
    state: ticket.state,
    priority: ticket.priority,
    estimate: ticket.estimate,
    labels: ticket.labels,
    ...plannedFor(ticket),
    parent: ticket.parent === null ? null : refOf(ticket.parent),
    claim: viewClaim(ticket, now, activity),
    updatedAt: stamp(ticket.updatedAt),
    ...(ticket.closedAs === null ? {} : { closed: ticket.closedAs }),
  };
}

const MOVES: ReadonlySet<LedgerRow["kind"]> = new Set<LedgerRow["kind"]>(["move", "override", "undo"]);

/** The audit comment of a ledger row, word for word what a tracker elsewhere would show; null for other rows. */
function renderMove(machine: Machine, row: LedgerRow): string | null {
  const { from, to, intent, command, cause } = row.data;
  if (typeof to !== "string") return null;
  const move = { from: typeof from === "string" ? from : null, to, reason: row.texts["reason"] ?? "[redacted]" };
  if (row.kind === "propagate") {
    const who = { label: "Parent", name: typeof cause === "string" ? showKey(cause) : "" } as const;
    return auditComment({ ...move, how: "propagated", who, reason: "reason" in row.texts ? move.reason : PROPAGATED });
  }
  if (!MOVES.has(row.kind)) return null;
  const how = row.kind !== "move" ? row.kind : typeof intent === "string" ? `intent: ${intent}` : null;
  if (row.by.person !== undefined) return auditComment({ ...move, how, who: { label: "Person", name: row.by.person } });
  const word = typeof command === "string" ? command : "";
  return auditComment({ ...move, how, who: { label: "Command", name: commandOf(machine, word)?.shown ?? word } });
}

function viewLink(link: LinkedTicket): LinkView {
  return { ...refOf(link.key), title: link.title, state: link.state };
}
