// An agent whose tickets live on GitHub: it works by the tools alone, repeats what got no answer under the same
// request_id, and notes what it was told.

import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../src/demo/random.ts";
import { ConnectionLost } from "./fleet.ts";
import type { Ask } from "./github-asks.ts";
import type { OwnServer } from "./github-machines.ts";
import type { Told } from "./github-told.ts";
import { pause } from "./wait.ts";

type Content = Readonly<Record<string, unknown>>;

export interface AgentOptions {
  readonly name: string;
  readonly server: OwnServer;
  readonly random: Random;
  readonly told: Told;
  /** Between two pieces of work, on average, in real time. */
  readonly paceMs: number;
}

interface Work {
  readonly state: string;
  readonly command: string;
}

const LOCKED: readonly Work[] = [
  { state: "Research Needed", command: "research" },
  { state: "Ready for Plan", command: "plan" },
  { state: "In Progress", command: "impl" },
];
const ABANDONED: readonly Work[] = [
  { state: "Research in Progress", command: "research" },
  { state: "Plan in Progress", command: "plan" },
];
/** So often a call is repeated that got no answer, or one that says to come back. */
const MOST_TRIES = 12;
/** Longer than every wait of a server together: then nothing will come any more. In real time. */
const SILENCE_MS = 90_000;

export class Agent {
  readonly #options: AgentOptions;
  readonly #over: AbortSignal;
  #asked = 0;

  constructor(options: AgentOptions, over: AbortSignal) {
    this.#options = options;
    this.#over = over;
  }

  async work(): Promise<void> {
    const { random, paceMs } = this.#options;
    while (!this.#over.aborted) {
      await pause(paceMs * random.between(0.4, 1.6), this.#over);
      if (this.#over.aborted) return;
      const roll = random.next();
      if (roll < 0.5) await this.#takeAndFinish();
      else if (roll < 0.62) await this.#triage();
      else if (roll < 0.74) await this.#review();
      else if (roll < 0.84) await this.#takeOver();
      else if (roll < 0.9) await this.#lookAround();
      else if (roll < 0.95) await this.#advance();
      else if (roll < 0.97) await this.#create();
      else await this.#tryWhatIsWrong();
    }
  }

  async #takeAndFinish(): Promise<void> {
    const { random } = this.#options;
    const { state, command } = random.oneOf(LOCKED) ?? { state: "", command: "" };
    const args = { workflowState: state, claim: true, command, maxEstimate: "XL" };
    const picked = await this.#change("pick_actionable_issue", args, "reason");
    const number = numberIn(picked?.["issue"]);
    if (number !== null) await this.#finish(number, command, tokenIn(picked));
  }

  /** Work that somebody has left lying: it can be had once the lease is over. */
  async #takeOver(): Promise<void> {
    const { random } = this.#options;
    const { state, command } = random.oneOf(ABANDONED) ?? { state: "", command: "" };
    const list = await this.#read("list_tickets", { state, limit: 20 });
    const number = numberIn(random.oneOf(listIn(list, "tickets")));
    if (number === null) return;
    const locked = await this.#change("handoff_ticket", { number, command, intent: "lock" }, "reason");
    if (locked) await this.#finish(number, command, tokenIn(locked));
  }

  async #finish(number: number, command: string, claim: string | null): Promise<void> {
    const { random, paceMs } = this.#options;
    await pause(paceMs * random.between(0.2, 1), this.#over);
    // Some forget what they took.
    if (random.chance(0.1)) return;
    if (random.chance(0.15)) await this.#change("add_comment", { number }, "body");
    const token = claim === null ? {} : { claim };
    if (random.chance(0.08)) {
      await this.#change("release_claim", { number, ...token }, "reason");
      return;
    }
    const intent = random.chance(0.1) ? "escalate" : "complete";
    await this.#change("handoff_ticket", { number, command, intent, ...token }, "reason");
  }

  async #triage(): Promise<void> {
    const { random } = this.#options;
    const number = await this.#pick("Backlog");
    const to_state = random.oneOf(["Research Needed", "Research Needed", "Ready for Plan", "Canceled"]);
    if (number !== null) await this.#change("handoff_ticket", { number, command: "triage", to_state }, "reason");
  }

  async #review(): Promise<void> {
    const number = await this.#pick("Plan in Review");
    const intent = this.#options.random.chance(0.8) ? "complete" : "reject";
    if (number !== null) await this.#change("handoff_ticket", { number, command: "review", intent }, "reason");
  }

  async #lookAround(): Promise<void> {
    const number = await this.#pick("Ready for Plan");
    if (number === null) return;
    await this.#read("check_convergence", { number, targetState: "Ready for Plan" });
    await this.#read("get_ticket", { number });
  }

  async #advance(): Promise<void> {
    const { random } = this.#options;
    const list = await this.#read("list_tickets", { text: "Group", limit: 20 });
    const number = numberIn(random.oneOf(listIn(list, "tickets")));
    if (number !== null) await this.#change("advance_children", { number, targetState: "Research Needed" }, null);
  }

  async #create(): Promise<void> {
    if (this.#options.told.mayCreate()) await this.#change("create_ticket", { estimate: "S" }, "title");
  }

  /** A move without an edge, a token that is none: refused, whatever else goes on. */
  async #tryWhatIsWrong(): Promise<void> {
    const number = await this.#pick("Backlog");
    if (number === null) return;
    const wrong = { number, command: "impl", intent: "complete", claim: "1.forged" };
    const done = await this.#change("handoff_ticket", wrong, "reason");
    if (done) this.#options.told.wronglyDone(this.#options.name, number);
  }

  async #pick(workflowState: string): Promise<number | null> {
    const answer = await this.#read("pick_actionable_issue", { workflowState, maxEstimate: "XL" });
    return numberIn(answer?.["issue"]);
  }

  async #read(tool: string, args: Content): Promise<Content | null> {
    return this.#ask({ word: "", agent: this.#options.name, tool }, args);
  }

  /** `where`: the argument that carries this call's own word to GitHub. */
  async #change(tool: string, args: Content, where: string | null): Promise<Content | null> {
    const { name } = this.#options;
    const word = `ask-${name}-${++this.#asked}`;
    const said = where === null ? {} : { [where]: `As it goes [${word}]` };
    const ask = { word: where === null ? "" : word, agent: name, tool };
    return this.#ask(ask, { ...args, ...said, request_id: word });
  }

  async #ask(ask: Ask, args: Content): Promise<Content | null> {
    const { server, told, random } = this.#options;
    const askedAt = told.asks(ask, args);
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const answer = await inTime(server.call(ask.tool, args)).catch((error: unknown) => error);
      if (answer instanceof ConnectionLost && answer.meant) told.lost(ask);
      else if (answer instanceof Error) throw answer;
      else if (isAnswer(answer)) {
        if (!answer.isError) return told.answered(ask, args, answer.structuredContent, askedAt);
        if (!told.failed(ask, answer.structuredContent)) return null;
      }
      if (this.#over.aborted) break;
      // What is left lying is finished after a minute of the servers' time; nobody asks all the while.
      await sleep(random.between(200, 600) * Math.min(attempt, 5));
    }
    told.gaveUp();
    return null;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const heard = new AbortController();
  const late = pause(SILENCE_MS, heard.signal);
  const first = await Promise.race([answer.then(() => "heard"), late]).finally(() => heard.abort());
  if (first !== "heard") throw new Error(`there was no answer within ${SILENCE_MS / 1000} s`);
  return answer;
}

function isAnswer(answer: unknown): answer is { readonly isError?: boolean; readonly structuredContent: Content } {
  return typeof answer === "object" && answer !== null && "structuredContent" in answer;
}

function numberIn(value: unknown): number | null {
  const found = isContent(value) ? value["number"] : null;
  return typeof found === "number" ? found : null;
}

function tokenIn(content: Content | null): string | null {
  const claim = content?.["claim"];
  const token = isContent(claim) ? claim["token"] : null;
  return typeof token === "string" ? token : null;
}

function listIn(content: Content | null, name: string): readonly unknown[] {
  const list = content?.[name];
  return Array.isArray(list) ? list : [];
}

function isContent(value: unknown): value is Content {
  return typeof value === "object" && value !== null;
}
