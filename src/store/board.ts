// The board of our own: tickets, claims and ledger in one store, on either engine.

import { randomBytes } from "node:crypto";
import {
  MOST_COUNTED,
  type Board,
  type CardFacts,
  type CardSelection,
  type ChildFacts,
  type Deed,
  type GroupFacts,
  type HandoffFacts,
  type Head,
  type KeptText,
  type PickFacts,
  type RecordedAnswer,
  type RowTexts,
  type Tally,
  type TicketPage,
  type Way,
  type WorkflowInForce,
} from "../app/ports/board.ts";
import { isStorable } from "../app/commit/limits.ts";
import type { Check, LedgerRow, Outcome, Plan, Subject } from "../app/commit/plan.ts";
import type { ListedRun, Run } from "../app/runs/run.ts";
import type { Session, SessionFilter, SessionsOn } from "../app/sessions/session.ts";
import type { Comment, LinkedTicket, Page, Ticket, TicketFilter, TicketLinks } from "../app/ports/ticket.ts";
import type { Group, GroupTicket, Identity, Key, Time } from "../engine/facts.ts";
import { groupOf } from "../engine/groups/group.ts";
import type { Needs } from "../engine/tickets/guards.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { readArrivals, readBlocked, readCards } from "./tickets/cards.ts";
import { MOST_REACHED, WALK_FROM, type Driver, type Param, type Row } from "./driver.ts";
import { StoreKeyring } from "./keys.ts";
import { preparePlan } from "./ledger/prepare.ts";
import { listTickets } from "./tickets/list.ts";
import { countClaims, countRefused, countRows, readDeeds, readDeedsOn, readRowBefore } from "./ledger/measures.ts";
import { readHistory, readLedger } from "./ledger/history.ts";
import { readLinks, readPage, toComment } from "./tickets/page.ts";
import * as sql from "./queries.ts";
import { blanksFor, readTexts } from "./ledger/texts.ts";
import { listRuns, readRun } from "./runs.ts";
import { listSessions, notePresence, readSession, readSessionRows, readSessionsOn } from "./sessions.ts";
import { number, text, toBareTicket, toGroupTicket, toLinked, toTicket } from "./rows.ts";

export class StoreBoard implements Board {
  readonly driver: Driver;
  readonly keys: StoreKeyring;
  #secret: Promise<string> | null = null;

  constructor(driver: Driver) {
    this.driver = driver;
    this.keys = new StoreKeyring(driver);
  }

  async now(): Promise<Time> {
    return number((await this.#one(sql.NOW))?.["now"]);
  }

  /** A store that was away when it was first asked is asked again: else only a restart would help. */
  secret(): Promise<string> {
    this.#secret ??= this.#readSecret().catch((error: unknown) => {
      this.#secret = null;
      throw error;
    });
    return this.#secret;
  }

  async ticket(key: Key): Promise<Ticket | null> {
    const row = await this.#one(sql.TICKET_NOW, key);
    return row ? toTicket(row) : null;
  }

  async handoffFacts(key: Key, needs: Needs): Promise<HandoffFacts> {
    const row = await this.#one(sql.BARE_TICKET_NOW, key);
    if (!row) return { now: await this.now(), ticket: null, relied: [] };
    const [now, ticket] = [number(row["now"]), toBareTicket(row)];
    if (!needs.group && !needs.blockers) return { now, ticket, relied: [] };
    // After the ticket, never beside it: a link that comes in between raises the ticket's version, and that shows.
    const [group, blockers] = await Promise.all([
      needs.group ? this.guardedGroup(key) : null,
      needs.blockers ? this.#all(sql.BLOCKERS, key) : null,
    ]);
    return {
      now,
      ticket,
      ...(group ? { group: group.group } : {}),
      ...(blockers ? { openBlockers: openAmong(blockers) } : {}),
      relied: [...(group?.relied ?? []), ...(blockers ?? []).map(versionCheck)].filter((check) => check.key !== key),
    };
  }

  async group(key: Key): Promise<GroupFacts | null> {
    const tickets = await this.#walk(key, this.driver.reached);
    return tickets && factsOf(tickets, groupOf(tickets.members, key));
  }

  async guardedGroup(key: Key): Promise<GroupFacts | null> {
    const own = await this.#walk(key, this.driver.reached);
    const asked = own?.members.get(key);
    if (!own || !asked) return null;
    const facts = factsOf(own, groupOf(own.members, key));
    const around = asked.hasChildren ? await this.#walk(key, this.driver.reached.replace(WALK_FROM, "'ticket'")) : null;
    if (!around) return facts;
    around.members.set(key, { ...asked, hasChildren: false });
    const company = factsOf(around, groupOf(around.members, key));
    return {
      group: {
        members: [...facts.group.members, ...company.group.members.filter((member) => member.key !== key)],
        cycles: facts.group.cycles,
        truncated: facts.group.truncated || company.group.truncated,
      },
      relied: [...facts.relied, ...company.relied],
    };
  }

  /** Everything that `reached` leads to, each with the versions that it rests on. */
  async #walk(key: Key, reached: string): Promise<Walked | null> {
    const rows = await this.#all(sql.groupMembers(reached), key);
    if (rows.length === 0) return null;
    const tickets = new Map<Key, GroupTicket>();
    // Whoever joins the group touches a member or a parent, so that these versions say whether it is still the same.
    const relied = new Map<Key, Check>();
    for (const [member, links] of Map.groupBy(rows, (row) => text(row["key"]))) {
      const [row = {}] = links;
      const blockedBy = links.flatMap((link) => link["blocked_by"] ?? []).map(text);
      tickets.set(member, toGroupTicket(row, blockedBy));
      relied.set(member, versionCheck(row));
      const { parent, parent_version: version } = row;
      if (typeof parent === "string") relied.set(parent, versionCheck({ key: parent, version: version ?? null }));
    }
    return { members: tickets, relied: [...relied.values()] };
  }

  async childrenOf(key: Key): Promise<readonly ChildFacts[]> {
    const rows = await this.#all(sql.CHILDREN, key);
    const blockers = Map.groupBy(await this.#all(sql.BLOCKERS_OF_CHILDREN, key), (row) => text(row["child"]));
    return rows.map((row) => {
      const own = blockers.get(text(row["key"])) ?? [];
      return { ticket: toTicket(row), openBlockers: openAmong(own), relied: own.map(versionCheck) };
    });
  }

  page(key: Key, most: number): Promise<TicketPage | null> {
    return readPage(this.driver, key, most);
  }

  links(key: Key): Promise<TicketLinks> {
    return readLinks(this.driver, key);
  }

  async blockersOf(key: Key): Promise<readonly LinkedTicket[]> {
    return (await this.#all(sql.LINKED_BLOCKERS, key)).map(toLinked);
  }

  async comments(key: Key): Promise<readonly Comment[]> {
    return (await this.#all(sql.COMMENTS, key)).map(toComment);
  }

  list(filter: TicketFilter, limit: number, after: string | null): Promise<Page<Ticket>> {
    return listTickets(this.driver, filter, limit, after);
  }

  async pickable(state: string, estimates: readonly string[], limit: number): Promise<PickFacts> {
    const five = Array.from({ length: 5 }, (_, index) => estimates[index] ?? "");
    const [rows = [], [counted] = []] = await this.driver.together([
      { sql: sql.PICKABLE, params: [state, ...five, limit] },
      { sql: sql.PICKABLE_COUNT, params: [state, ...five, MOST_COUNTED] },
    ]);
    // Where the two are not of one moment, the count may miss what was read just before.
    return { candidates: rows.map(toTicket), total: Math.max(rows.length, number(counted?.["n"])) };
  }

  async blockingWay(from: Key, to: Key): Promise<Way> {
    const rows = await this.#all(sql.BLOCKING_WAY, from);
    const relied = new Map(rows.map((row) => [text(row["key"]), versionCheck(row)]));
    return { path: wayOver(rows, from, to), relied: [...relied.values()] };
  }

  async ancestors(key: Key): Promise<readonly Check[]> {
    const rows = new Map((await this.#all(sql.ANCESTORS, key)).map((row) => [text(row["key"]), row]));
    const way: Check[] = [];
    for (let row = rows.get(key); row; row = rows.get(String(row["parent"]))) {
      way.push(versionCheck(row));
      rows.delete(text(row["key"]));
    }
    return way;
  }

  async nextNumber(): Promise<number> {
    const last = await this.#one(sql.LAST_NUMBER);
    return last ? number(last["number"]) + 1 : 1;
  }

  async claimsOf(holder: { connection: string }): Promise<readonly Ticket[]> {
    return (await this.#all(sql.CLAIMS_OF, holder.connection)).map(toTicket);
  }

  cards(which: CardSelection): Promise<readonly CardFacts[]> {
    return readCards(this.driver, which);
  }

  blockedBy(keys: readonly Key[]): Promise<readonly Key[]> {
    return readBlocked(this.driver, keys);
  }

  arrivals(keys: readonly Key[]): Promise<readonly LedgerRow[]> {
    return readArrivals(this.driver, keys);
  }

  refusedSince(time: Time): Promise<number> {
    return countRefused(this.driver, time);
  }

  run(key: string): Promise<Run | null> {
    return readRun(this.driver, key);
  }

  runs(limit: number): Promise<readonly ListedRun[]> {
    return listRuns(this.driver, limit);
  }

  session(id: string): Promise<Session | null> {
    return readSession(this.driver, id);
  }

  sessions(filter: SessionFilter, limit: number): Promise<readonly Session[]> {
    return listSessions(this.driver, filter, limit);
  }

  sessionsOn(ticket: Key, holder: Identity): Promise<SessionsOn> {
    return readSessionsOn(this.driver, ticket, holder);
  }

  sessionRows(ids: readonly string[], withTexts: number): Promise<readonly LedgerRow[]> {
    return readSessionRows(this.driver, ids, withTexts);
  }

  noteSeen(who: Identity): Promise<void> {
    return notePresence(this.driver, who);
  }

  async stateCounts(): Promise<readonly { state: string | null; count: number }[]> {
    const rows = await this.#all(sql.STATE_COUNTS);
    return rows.map((row) => ({ state: row["state"] === null ? null : text(row["state"]), count: number(row["n"]) }));
  }

  async recorded(tool: string, subject: string, id: string): Promise<RecordedAnswer | null> {
    const row = await this.#one(sql.RECORDED, tool, subject, id);
    return row ? { arguments: text(row["arguments"]), answer: text(row["answer"]), seq: number(row["seq"]) } : null;
  }

  async workflowInForce(part: string): Promise<WorkflowInForce | null> {
    const row = await this.#one(sql.IN_FORCE, part);
    if (!row) return null;
    return {
      hash: text(row["hash"]),
      version: number(row["version"]),
      workflow: JSON.parse(text(row["body"])) as Workflow,
    };
  }

  async workflow(hash: string): Promise<Workflow | null> {
    const row = await this.#one(sql.WORKFLOW, hash);
    return row ? (JSON.parse(text(row["body"])) as Workflow) : null;
  }

  async head(): Promise<Head> {
    const row = await this.#one(sql.HEAD);
    return { seq: number(row?.["seq"]), hash: text(row?.["hash"]), at: number(row?.["at"]) };
  }

  ledger(after: number, limit: number): Promise<readonly LedgerRow[]> {
    return readLedger(this.driver, after, limit);
  }

  history(subject: Subject, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<readonly LedgerRow[]> {
    return readHistory(this.driver, subject, limit, before);
  }

  rowBefore(time: Time): Promise<number> {
    return readRowBefore(this.driver, time);
  }

  deeds(after: number, limit: number): Promise<readonly Deed[]> {
    return readDeeds(this.driver, after, limit);
  }

  deedsOn(type: Subject["type"], keys: readonly string[], upTo: number): Promise<readonly Deed[]> {
    return readDeedsOn(this.driver, type, keys, upTo);
  }

  tally(after: number, upTo: number): Promise<readonly Tally[]> {
    return countRows(this.driver, after, upTo);
  }

  claimCounts(): Promise<{ readonly live: number; readonly expired: number }> {
    return countClaims(this.driver);
  }

  commit(plan: Plan): Promise<Outcome> {
    return this.driver.commit(preparePlan(plan));
  }

  textsOf(seq: number): Promise<RowTexts | null> {
    return readTexts(this.driver, seq);
  }

  redact(plan: Plan, seq: number, texts: readonly KeptText[]): Promise<Outcome> {
    return this.driver.redact(preparePlan(plan), blanksFor(seq, texts));
  }

  watch(onChange: () => void): () => void {
    return this.driver.watch(onChange);
  }

  close(): Promise<void> {
    return this.driver.close();
  }

  async #readSecret(): Promise<string> {
    const row = await this.#one(sql.META, "secret");
    return row ? text(row["value"]) : this.driver.setSecret(randomBytes(32).toString("base64url"));
  }

  /** What can't be stored is not there, and a database that is asked for it would fail. */
  #all(query: string, ...params: Param[]): Promise<Row[]> {
    if (params.some((param) => typeof param === "string" && !isStorable(param))) return Promise.resolve([]);
    return this.driver.all(query, params);
  }

  async #one(query: string, ...params: Param[]): Promise<Row | undefined> {
    return (await this.#all(query, ...params))[0];
  }
}

interface Walked {
  readonly members: Map<Key, GroupTicket>;
  readonly relied: readonly Check[];
}

function factsOf({ members, relied }: Walked, group: Group): GroupFacts {
  return { group: members.size < MOST_REACHED ? group : { ...group, truncated: true }, relied };
}

function versionCheck(row: Row): Check {
  return { table: "ticket", key: text(row["key"]), version: number(row["version"]) };
}

function openAmong(blockers: readonly Row[]): readonly Key[] {
  return blockers.filter((blocker) => blocker["closed"] === 0).map((blocker) => text(blocker["key"]));
}

/** Breadth first over the blockers that were read. */
function wayOver(rows: readonly Row[], from: Key, to: Key): readonly Key[] | null {
  const blockers = Map.groupBy(rows, (row) => text(row["key"]));
  const cameFrom = new Map<Key, Key | null>([[from, null]]);
  for (const key of cameFrom.keys()) {
    if (key === to) {
      const path: Key[] = [];
      for (let at: Key | null | undefined = to; at != null; at = cameFrom.get(at)) path.push(at);
      return path.toReversed();
    }
    for (const row of blockers.get(key) ?? []) {
      const next = row["blocked_by"];
      if (typeof next === "string" && blockers.has(next) && !cameFrom.has(next)) cameFrom.set(next, key);
    }
  }
  return null;
}
