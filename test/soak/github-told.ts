// What agents ask and what they are told, held against the board, against each other, and against what goes on: an error
// needs a reason, and a success has to be one.

import { acknowledgedBy } from "./agent-acknowledge.ts";
import { OVERTAKEN } from "./agent-codes.ts";
import type { Checker } from "./checker.ts";
import type { Ask, Asks } from "./github-asks.ts";
import type { HurriedClock } from "./github-clock.ts";
import type { FaultSchedule } from "./github-faults.ts";
import type { Holders } from "./github-holders.ts";
import type { Notes } from "./notes.ts";

type Content = Readonly<Record<string, unknown>>;

/** What may be heard while something goes wrong at GitHub or with the servers, and shortly after. */
const TROUBLES: ReadonlySet<string> = new Set([
  "contention",
  "github_failed",
  "github_forbidden",
  "github_held_back",
  "github_limited",
  "github_rejected",
  "github_unauthorized",
  "github_unreachable",
  "unclear",
]);
/** An answer to those who ask too much, at any time: nothing was sent. */
const HELD_BACK = "github_held_back";
/** What the last move of somebody else makes of a call that was right a moment ago. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...OVERTAKEN,
  "not_on_board",
  "parent_outside_order",
  "target_ahead_of_parent",
]);

export interface Context {
  readonly clock: HurriedClock;
  readonly asks: Asks;
  readonly holders: Holders;
  readonly schedule: FaultSchedule;
  readonly notes: Notes;
}

export class Told {
  readonly #parts: Context;
  readonly #checker: Checker;
  #tickets: number;

  /** `checker`: of the store of the agents who tell it; `tickets`: how many they may make. */
  constructor(parts: Context, checker: Checker, tickets: number) {
    this.#parts = parts;
    this.#checker = checker;
    this.#tickets = tickets;
  }

  /** When: by the servers' clock. */
  asks({ agent, tool }: Ask, { number, intent }: Content): number {
    const now = this.#parts.clock.now();
    const leaves = tool === "release_claim" || (tool === "handoff_ticket" && intent !== "lock");
    if (leaves && typeof number === "number") this.#parts.holders.leaves(number, agent, now);
    return now;
  }

  answered(ask: Ask, args: Content, answer: Content, askedAt: number): Content {
    const { clock, asks, holders, notes } = this.#parts;
    const { agent, tool } = ask;
    const toldAt = clock.now();
    notes.count("calls");
    notes.count("calls accepted");
    if (ask.word !== "" && isOnGitHub(tool, args, answer)) asks.done(ask);
    for (const what of acknowledgedBy({ agent, tool, askedAt, toldAt }, args, answer)) {
      this.#checker.acknowledge(what);
      if (what.from !== null && what.from !== what.to) notes.count("moves acknowledged");
      const until = expiryIn(answer);
      if (what.fence !== null && until !== null) holders.took(Number(what.key), agent, what.fence, until);
    }
    return answer;
  }

  /** Whether it is worth asking again. */
  failed(ask: Ask, { code, error }: Content): boolean {
    const { asks, schedule, notes } = this.#parts;
    const word = String(code);
    notes.count("calls");
    if (word === "unclear") asks.unsure(ask);
    else if (ask.word !== "") asks.undone(ask, word);
    if (REFUSALS.has(word)) {
      notes.count("calls refused");
      return false;
    }
    notes.count(`error: ${word}`);
    if (!TROUBLES.has(word) || (word !== HELD_BACK && !schedule.excused)) {
      notes.breach(`${ask.agent} called ${ask.tool}, and was told without a reason: ${word}: ${String(error)}`);
    }
    return true;
  }

  /** Its server was killed. */
  lost(ask: Ask): void {
    this.#parts.notes.count("answers lost");
    this.#parts.asks.unsure(ask);
  }

  gaveUp(): void {
    this.#parts.notes.count("calls given up");
  }

  mayCreate(): boolean {
    return this.#tickets-- > 0;
  }

  wronglyDone(agent: string, number: number): void {
    this.#parts.notes.breach(`${agent} moved ${number} with a forged token, where no edge leads.`);
  }
}

/** Whether its own word stands there: a lock where the card is already, and a claim given back, leave no comment. */
function isOnGitHub(tool: string, args: Content, answer: Content): boolean {
  if (tool === "handoff_ticket") return answer["changed"] === true;
  if (tool === "add_comment" || tool === "create_ticket") return true;
  const issue = answer["issue"];
  return (
    tool === "pick_actionable_issue" &&
    typeof issue === "object" &&
    issue !== null &&
    "workflowState" in issue &&
    issue.workflowState !== args["workflowState"]
  );
}

function expiryIn({ claim }: Content): number | null {
  return typeof claim === "object" && claim !== null && "expiresAt" in claim
    ? Date.parse(String(claim.expiresAt))
    : null;
}
