// Judges every call by the contract: what came back, and what the ledger says of it. It shares no code with the program.

import { Board, isSame, type Ticket } from "./board.ts";
import { textIn, type Answer, type Called } from "./call.ts";
import { judgeAdvance } from "./children.ts";
import { blockingOf, waitedFor } from "./groups.ts";
import { holdsClaim, isLive, judgeHandoff, judgePerson, OVERRIDE, type Verdict } from "./handoffs.ts";
import { mayRelink, objectionToLinks } from "./links.ts";
import { objectionToPick } from "./picks.ts";
import { Requests } from "./requests.ts";
import type { Row } from "./row.ts";
import { GUARD, IN_FORCE, leaseOf, START } from "./rules.ts";
import { Runs } from "./runs.ts";
import { Tokens } from "./tokens.ts";

const READS = new Set([
  "get_ticket",
  "list_tickets",
  "check_convergence",
  "detect_pipeline_position",
  "get_session",
  "get_run",
]);
/** What no agent ever writes. */
const FOR_PEOPLE = new Set(["override", "undo", "adopt", "map", "redact", "issue", "revoke", "void"]);
/** Between a decision and its row, where the clock is a real one. */
const A_MOMENT_MS = 30_000;
/** Without a sign of life for so long, a session counts as given up. */
const SILENT_MS = 15 * 60_000;
const CLAIM_CELLS = ["claim_connection", "claim_agent", "claim_expires", "fence", "reserved_until"];

export class Checker {
  readonly board = new Board();
  readonly tokens = new Tokens();
  readonly runs = new Runs();
  readonly #requests = new Requests();
  readonly #served: boolean;
  #found: string[] = [];

  /** `served`: whose process is gone can be seen. Where it can't, nobody knows whose session is given up. */
  constructor(served: boolean) {
    this.#served = served;
  }

  /** What was there before anybody was watched. */
  begin(rows: readonly Row[]): void {
    for (const row of rows) this.board.take(row);
  }

  /** What must not be, in plain words. `rows`: what the call wrote. */
  check(called: Called, answer: Answer, rows: readonly Row[], now: number): readonly string[] {
    this.#found = [];
    const repeat = this.#requests.before(called);
    if (repeat) this.#checkRepeat(repeat, answer, rows);
    else this.#checkFirst(called, answer, rows, now);
    for (const row of rows) this.#checkRow(called, row, now);
    if (!repeat)
      this.#requests.keep(
        called,
        answer,
        rows.some((row) => row.kind !== "refuse"),
      );
    this.#learnToken(called, answer);
    return this.#found;
  }

  #checkRepeat(repeat: NonNullable<ReturnType<Requests["before"]>>, answer: Answer, rows: readonly Row[]): void {
    if (rows.length > 0) this.#note("request", "a request that came again wrote something");
    if (repeat.as === "reused") {
      if (answer.code !== "request_reused") this.#note("request", "a request's name was used for something else");
    } else if (answer.refused || answer.content["event"] !== repeat.event) {
      this.#note("request", "a request that came again was answered otherwise");
    }
  }

  #checkFirst(called: Called, answer: Answer, rows: readonly Row[], now: number): void {
    const { tool, args, caller } = called;
    if (answer.code === "request_reused") return this.#note("request", "it is new, and is taken for another one");
    if ((READS.has(tool) || args["dry_run"] === true) && rows.length > 0) {
      this.#note("writes", `${tool} wrote ${rows.map(({ kind }) => kind).join(", ")}`);
    }
    if (answer.refused && rows.some(({ kind }) => kind !== "refuse"))
      this.#note("writes", "a refusal changed something");
    if (tool === "handoff_ticket") {
      if (caller.who === null) this.#checkPerson(called, answer, rows);
      else this.#checkHandoff(called, answer, rows, now);
    } else if (tool === "advance_children") this.#checkAdvance(called, answer, rows, now);
    else if (tool === "pick_actionable_issue") this.#checkPick(called, answer, now);
    else if (tool === "update_ticket") this.#checkUpdate(called, answer, rows, now);
    else if (tool === "release_claim") this.#checkRelease(called, answer);
    else if (tool === "check_convergence") this.#checkConvergence(called, answer);
    else if (tool === "detect_pipeline_position") this.#checkNext(called, answer, now);
    else if (tool === "update_session_state" || tool === "complete_ralph_session") {
      this.#checkSession(called, answer, now);
    }
  }

  #checkHandoff({ caller, args }: Called, answer: Answer, rows: readonly Row[], now: number): void {
    const verdict = judgeHandoff(this.board, this.tokens, caller, args, now);
    if (!this.#sameCode(verdict.code, answer) || verdict.code !== null) return;
    const { newState, changed } = answer.content;
    if (newState !== verdict.target || changed !== !verdict.stays) {
      this.#note("move", `it is said to be in "${String(newState)}", and "${verdict.target}" was asked for`);
    }
    if (args["dry_run"] === true) return;
    const own = rows.filter(({ subject }) => subject.type === "ticket");
    const kinds = own.map(({ kind }) => kind).join(", ");
    if (kinds !== (verdict.stays ? "stay" : "move")) this.#note("writes", `a handoff wrote ${kinds || "nothing"}`);
    for (const row of own) this.#checkClaimAfter(row, verdict, caller.who, now);
  }

  /** A lock gives the ticket to the caller, under a new fence; every other move ends the claim. */
  #checkClaimAfter(
    row: Row,
    verdict: Extract<Verdict, { code: null }>,
    who: Called["caller"]["who"],
    now: number,
  ): void {
    const before = this.board.tickets.get(row.subject.key);
    const set = row.changes.find(({ table, key }) => table === "ticket" && key["key"] === row.subject.key)?.set ?? {};
    if (!verdict.locks) {
      const ends = before?.claim == null || set["claim_connection"] === null;
      if (!verdict.stays && !ends) this.#note("claim", `#${row.subject.key} was moved, and its claim was not ended`);
      return;
    }
    const lease = Number(set["claim_expires"]) - now;
    if (!(Math.abs(lease - leaseOf(verdict.target)) < A_MOMENT_MS)) this.#note("claim", `the lease is ${lease} ms`);
    const renewed = set["claim_connection"] === undefined && verdict.stays && before?.claim != null;
    if (renewed) return;
    const taker = { connection: String(set["claim_connection"]), agent: (set["claim_agent"] ?? null) as string | null };
    if (!isSame(taker, who)) this.#note("claim", `it went to ${JSON.stringify(taker)}, who did not ask for it`);
    if (set["fence"] !== (before?.fence ?? 0) + 1) this.#note("fence", `the fence is ${String(set["fence"])}`);
  }

  #checkPerson({ caller, args }: Called, answer: Answer, rows: readonly Row[]): void {
    const code = judgePerson(this.board, caller, args);
    if (code === OVERRIDE) {
      if (!answer.refused && rows[0]?.kind !== "override") this.#note("override", "nothing says that it was one");
    } else this.#sameCode(code, answer);
  }

  #checkAdvance({ caller, args }: Called, answer: Answer, rows: readonly Row[], now: number): void {
    const verdict = judgeAdvance(this.board, caller, args, now);
    if (!this.#sameCode(verdict.code, answer) || verdict.code !== null) return;
    const moved = rows.filter(({ kind }) => kind === "propagate").map(({ subject }) => subject.key);
    const may = verdict.moving.toSorted();
    if (JSON.stringify(moved.toSorted()) === JSON.stringify(may)) return;
    this.#note("advance", `#${moved.join(", #")} moved with the parent, and #${may.join(", #")} should have`);
  }

  #checkPick({ caller, args }: Called, answer: Answer, now: number): void {
    const issue = answer.content["issue"] as { number?: number } | null | undefined;
    if (answer.refused || typeof issue?.number !== "number") return;
    const objection = objectionToPick(this.board, caller, args, String(issue.number), now);
    if (objection !== null) this.#note("pick", `#${issue.number} was picked, and ${objection}`);
  }

  #checkUpdate({ caller, args }: Called, answer: Answer, rows: readonly Row[], now: number): void {
    const ticket = this.board.tickets.get(String(args["number"]));
    if (!ticket) return;
    const held = isLive(ticket, now) && caller.who !== null && !isSame(ticket.claim, caller.who);
    const edited = !answer.refused && rows.length > 0;
    if (IN_FORCE.noEditsUnderClaims && held && edited) this.#note("claim", "it was edited under another's claim");
    const takesAway = takesLinksAway(this.board, ticket, args);
    const may = mayRelink(caller, ticket, textIn(args, "command"));
    if (takesAway && !may && !answer.refused) this.#note("relink", `${caller.name} took a link away`);
    // What would hide a late ticket is refused by the same code.
    const hangs = args["parent"] != null;
    if (answer.code === "relink_not_allowed" && (may || !(takesAway || hangs))) this.#note("refused", "it may relink");
  }

  #checkRelease({ caller, args }: Called, answer: Answer): void {
    const ticket = this.board.tickets.get(String(args["number"]));
    if (!ticket || answer.refused || caller.who === null) return;
    if (holdsClaim(this.tokens, caller, ticket, textIn(args, "claim"))) return;
    this.#note("claim", `${caller.name} gave a claim back that it does not hold`);
  }

  #checkConvergence({ args }: Called, answer: Answer): void {
    const key = String(args["number"]);
    if (answer.refused || !this.board.tickets.has(key)) return;
    const said = (answer.content["blocking"] as readonly { number: number }[]).map(({ number }) => String(number));
    const late = blockingOf(this.board, key, textIn(args, "targetState") ?? "");
    const same = JSON.stringify(said.toSorted()) === JSON.stringify(late.toSorted());
    if (same && answer.content["converged"] === (late.length === 0)) return;
    this.#note(
      "convergence",
      `#${key} is said to wait for ${said.join(", ") || "nobody"}; ${late.join(", ") || "nobody"} is late`,
    );
  }

  /** Every call that is named as the next one is allowed, and takes no work's end or approval for granted. */
  #checkNext({ caller }: Called, answer: Answer, now: number): void {
    const next = (answer.content["next"] ?? []) as readonly Readonly<Record<string, unknown>>[];
    for (const call of next) {
      const { code } = judgeHandoff(this.board, this.tokens, caller, { ...call, reason: "because" }, now);
      if (code !== null) this.#note("next", `${JSON.stringify(call)} is named as the next call: ${code}`);
    }
  }

  #checkSession({ caller, tool, args }: Called, answer: Answer, now: number): void {
    const session = this.board.sessions.get(String(args["sessionId"]));
    if (answer.refused) return;
    if (!session) return this.#note("session", "there is no such session");
    const owns = caller.who === null || isSame(session.owner, caller.who);
    // One that ended by itself gets its outcome from its owner.
    if (session.ended && !(owns && tool === "complete_ralph_session")) this.#note("session", "it was ended already");
    if (!IN_FORCE.ownSessionsOnly || !this.#served || owns) return;
    const ticket = this.board.tickets.get(session.ticket);
    const byClaim = ticket !== undefined && isLive(ticket, now) && isSame(ticket.claim, caller.who);
    const free = session.state === "idle" || session.disconnected || now - session.seen > SILENT_MS;
    if (!byClaim && !free) this.#note("session", `${caller.name} reports on another's session`);
  }

  #checkRow({ caller, args }: Called, row: Row, now: number): void {
    const { who, person, via } = caller;
    const nobody = row.by.connection === undefined && row.by.person === undefined;
    // What was seen on a board that is kept elsewhere has no author.
    if (nobody) return this.board.take(row);
    const by = who
      ? row.by.connection === who.connection && (row.by.agent ?? null) === who.agent
      : row.by.person === person;
    if (!by || row.by.via !== via) this.#note("author", `row ${row.seq} is said to be by ${JSON.stringify(row.by)}`);
    if (who && FOR_PEOPLE.has(row.kind)) this.#note("people", `an agent wrote a row of the kind "${row.kind}"`);
    const before = new Map(this.board.tickets);
    const links = row.kind === "create" || row.kind === "link";
    const waiting = links && who && !this.#mayLoosen(caller, args) ? this.#waiting() : [];
    const hung = new Map(links ? [...before.keys()].map((key) => [key, objectionToLinks(this.board, key)]) : []);
    this.board.take(row);
    const freed = waiting.filter((key) => waitedFor(this.board, key, GUARD.target).length === 0);
    if (freed.length > 0) this.#note("guard", `a link took away whom #${freed.join(", #")} had to wait for`);
    if (row.subject.type === "run") {
      const objection = this.runs.take(row);
      if (objection !== null) this.#note("run", objection);
    }
    for (const [key, ticket] of this.board.tickets) {
      const was = before.get(key);
      if (was === ticket) continue;
      if (ticket.version !== (was?.version ?? 0) + 1) this.#note("version", `#${key} is at version ${ticket.version}`);
      this.#checkState(row, was, ticket);
      const token = textIn(args, "claim");
      if (who && was) this.#checkHolder(row, was, ticket, holdsClaim(this.tokens, caller, was, token), now);
      const objection = links ? objectionToLinks(this.board, key) : null;
      if (objection !== null && (hung.get(key) ?? null) === null) this.#note("links", `#${key}: ${objection}`);
    }
  }

  /** A link that is taken away may leave somebody with nobody to wait for; one that is added never does. */
  #mayLoosen(caller: Called["caller"], args: Called["args"]): boolean {
    const ticket = this.board.tickets.get(String(args["number"]));
    return ticket !== undefined && mayRelink(caller, ticket, textIn(args, "command"));
  }

  /** Those that stand before the guard, and whom it holds up. */
  #waiting(): readonly string[] {
    const before = [...this.board.tickets.values()].filter(({ state }) => state === GUARD.from).map(({ key }) => key);
    return before.filter((key) => waitedFor(this.board, key, GUARD.target).length > 0);
  }

  /** A state changes by rows that say so, and a row changes the state of its own ticket only. */
  #checkState({ kind, subject, seq, data, by }: Row, was: Ticket | undefined, is: Ticket): void {
    if (was?.state === is.state) return;
    const own = subject.type === "ticket" && subject.key === is.key;
    const kinds = was ? ["move", "propagate", "override", "undo"] : ["create"];
    // Somebody typed it, on a board that is kept elsewhere.
    const typed = kind === "edit" && by.via === "elsewhere";
    if (!own || (!kinds.includes(kind) && !typed))
      this.#note("move", `row ${seq} of the kind "${kind}" moved #${is.key}`);
    if (!was && is.state !== START) this.#note("move", `#${is.key} was made in "${is.state}"`);
    if (!typed && (data["to"] !== is.state || (was && data["from"] !== was.state))) {
      this.#note("move", `row ${seq} says something else than what it did to #${is.key}`);
    }
  }

  /** Nobody but its holder touches a live claim. */
  #checkHolder(row: Row, was: Ticket, is: Ticket, holds: boolean, now: number): void {
    if (!isLive(was, now) || holds) return;
    const set = row.changes.find(({ table, key }) => table === "ticket" && key["key"] === is.key)?.set ?? {};
    const touched = CLAIM_CELLS.filter((cell) => set[cell] !== undefined);
    if (touched.length > 0)
      this.#note("claim", `row ${row.seq} touched the live claim on #${is.key}: ${touched.join(", ")}`);
  }

  #learnToken({ args }: Called, answer: Answer): void {
    const claim = answer.content["claim"] as { token?: string; fence?: number } | undefined;
    const issue = answer.content["issue"] as { number?: number } | undefined;
    const number = answer.content["number"] ?? issue?.number ?? args["number"];
    if (answer.refused || typeof claim?.token !== "string" || typeof claim.fence !== "number") return;
    this.tokens.give(claim.token, String(number), claim.fence);
  }

  /** true: it was accepted, and should have been. */
  #sameCode(code: string | null, answer: Answer): boolean {
    if (code === answer.code && answer.refused === (code !== null)) return code === null;
    if (code === null) this.#note("refused", `nothing forbids it, and it was refused: ${answer.code}`);
    else
      this.#note(
        answer.refused ? "code" : "allowed",
        `${code} was expected, and the answer is ${answer.code ?? "yes"}`,
      );
    return false;
  }

  #note(kind: string, what: string): void {
    this.#found.push(`${kind}: ${what}`);
  }
}

function takesLinksAway(board: Board, ticket: Ticket, args: Called["args"]): boolean {
  const removed = (args["removeBlockedBy"] ?? []) as readonly number[];
  const parent = args["parent"] as number | null | undefined;
  const reparented = parent !== undefined && (parent === null ? null : String(parent)) !== ticket.parent;
  const unlinks = removed.some((number) => board.blockersOf(ticket.key).has(String(number)));
  return unlinks || (reparented && ticket.parent !== null);
}
