// An agent that works tickets by the calls of the shipped skills, and by nothing else. What a refusal tells it, it does.

import type { Random } from "../../../src/demo/random.ts";
import { firstCall, type Call } from "../../support/engine/follower.ts";
import { CALLS, type ShownCall } from "../skills/calls.ts";
import type { Line } from "./line.ts";
import type { Log } from "./log.ts";

type Fields = Readonly<Record<string, unknown>>;

const TOO_LARGE = new Set(["M", "L", "XL"]);
/** Where triage sends a ticket on; the rest of its calls are for tickets that end, or wait for others. */
const TRIAGED = ["Research Needed", "Ready for Plan"];
const MAY_ESCALATE = new Set(["research", "plan", "review", "impl"]);

/** It leaves the ticket: it is somebody else's turn. */
class Leave extends Error {}

export class Worker {
  readonly #line: Line;
  readonly #random: Random;
  readonly #log: Log;
  #number = 0;
  #token = "";
  #session = "";
  /** What the texts call #8, #9. */
  #parts: number[] = [];
  #estimate: unknown = null;

  constructor(line: Line, random: Random, log: Log) {
    this.#line = line;
    this.#random = random;
    this.#log = log;
  }

  /** false: there is nothing to pick. */
  async pick(role: string): Promise<boolean> {
    const shown = CALLS.find((call) => call.skill === role && isPick(call));
    if (!shown) throw new Error(`${role} does not pick`);
    const answer = await this.#line.call(shown.tool, shown.arguments);
    if (answer.isError) throw new Error(`picking was refused: ${answer.content[0]?.text}`);
    const { issue, claim } = answer.structuredContent as { issue: Fields | null; claim?: { token: string } };
    if (!issue) return false;
    this.#log.count("picked");
    await this.#work(role, Number(issue["number"]), claim?.token ?? "");
    return true;
  }

  /** By its number, as an orchestrator hands it out. */
  async work(command: string, number: number): Promise<void> {
    await this.#work(command, number, "");
  }

  async #work(skill: string, number: number, token: string): Promise<void> {
    [this.#number, this.#token, this.#session, this.#parts] = [number, token, "", []];
    try {
      let next: string | null = skill;
      while (next !== null) next = await this.#follow(next);
    } catch (error) {
      if (!(error instanceof Leave)) throw error;
      this.#log.count("left to others");
    }
  }

  /** The skill to go on with; null: it is done. */
  async #follow(skill: string): Promise<string | null> {
    const ticket = await this.#read();
    this.#estimate = ticket["estimate"];
    if (skill === "triage" && TOO_LARGE.has(String(ticket["estimate"]))) return "split";
    const calls = CALLS.filter((call) => call.skill === skill && isOfSkill(call));
    const way = this.#random.oneOf(TRIAGED) ?? "";
    const own = calls.filter((call) => this.#isDue(call, way));
    const lock = own.findIndex(isLock);
    for (const call of this.#token === "" ? own : own.slice(lock + 1)) {
      const instead = await this.#make(skill, call);
      if (instead !== null) return instead;
    }
    this.#log.count(skill);
    return null;
  }

  #isDue({ skill, arguments: args }: ShownCall, way: string): boolean {
    if (skill !== "triage") return true;
    if (args["estimate"] !== undefined) return this.#estimate === null;
    return args["to_state"] === undefined || args["to_state"] === way;
  }

  async #read(): Promise<Fields> {
    const answer = await this.#line.call("get_ticket", { number: this.#number });
    return answer.structuredContent;
  }

  /** The skill of the command that a refusal led to; null: the skill goes on. */
  async #make(skill: string, call: ShownCall): Promise<string | null> {
    const answer = await this.#line.call(call.tool, this.#filled(call));
    const { structuredContent: said } = answer;
    if (!answer.isError) {
      this.#learn(call.tool, said);
      if (call.tool === "check_convergence" && said["recommendation"] !== "proceed") throw new Leave();
      return null;
    }
    this.#log.refused(`${skill}: ${String(said["code"])}`);
    if (call.tool !== "handoff_ticket") {
      // Others may hold the ticket by now: what is left of the work is theirs.
      throw new Leave();
    }
    return this.#recover(skill, call, said);
  }

  async #recover(skill: string, call: ShownCall, said: Fields): Promise<string | null> {
    const { number: _, ...slip } = this.#filled(call);
    const told = firstCall(String(said["recovery"]), slip as unknown as Call);
    if (told?.does !== "handoff") throw new Leave();
    const { claim, ...args } = told.call;
    const retry = { number: this.#number, ...args, ...(claim ? { claim: this.#token } : {}) };
    const answer = await this.#line.call("handoff_ticket", retry);
    if (answer.isError) {
      this.#log.refused(`${skill}, as it was told: ${String(answer.structuredContent["code"])}`);
      return this.#escalate(skill);
    }
    this.#learn("handoff_ticket", answer.structuredContent);
    const command = String(told.call.command).replace("ralph_", "");
    if (command === skill && told.call.intent === call.arguments["intent"]) return null;
    // Triage is one call; with a lock, the work of that command is all before it.
    return this.#token === "" ? null : command;
  }

  async #escalate(skill: string): Promise<null> {
    if (!MAY_ESCALATE.has(skill)) throw new Leave();
    const shown = CALLS.find((call) => call.skill === skill && call.arguments["intent"] === "escalate");
    if (!shown) throw new Error(`${skill} does not say how to escalate`);
    const { claim: _, ...args } = this.#filled(shown);
    const answer = await this.#line.call(shown.tool, { ...args, ...(this.#token ? { claim: this.#token } : {}) });
    if (!answer.isError) this.#log.count("escalated");
    throw new Leave();
  }

  #learn(tool: string, said: Fields): void {
    const { claim, sessionId, number } = said as { claim?: { token?: string }; sessionId?: string; number?: number };
    if (claim?.token) this.#token = claim.token;
    if (sessionId) this.#session = sessionId;
    if (tool === "create_ticket" && number !== undefined) this.#parts.push(number);
  }

  #filled({ skill, arguments: args }: ShownCall): Record<string, unknown> {
    const filled = this.#fill(args) as Record<string, unknown>;
    // An epic's first part is still too large for one agent.
    if (skill === "split" && filled["estimate"] === "S" && this.#estimate === "XL") filled["estimate"] = "L";
    return filled;
  }

  #fill(value: unknown): unknown {
    if (value === 7) return this.#number;
    if (value === 8) return this.#parts[0];
    if (value === "TOKEN") return this.#token;
    if (value === "ID") return this.#session;
    if (typeof value === "string") return value.replace("split-7-", `split-${this.#number}-`);
    if (Array.isArray(value)) return value.map((item) => this.#fill(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#fill(item)]));
  }
}

function isPick({ tool }: ShownCall): boolean {
  return tool === "pick_actionable_issue";
}

function isLock({ arguments: { intent } }: ShownCall): boolean {
  return intent === "lock";
}

/** What an agent does that can go on, and is sure of its work. */
function isOfSkill(call: ShownCall): boolean {
  const { intent, outcome } = call.arguments;
  const ends = ["close", "cancel", "reject", "escalate"].includes(String(intent)) || outcome === "failure";
  return !isPick(call) && !ends && call.arguments["addBlockedBy"] === undefined;
}
