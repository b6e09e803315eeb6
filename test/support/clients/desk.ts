// A real server on a board of its own, and the ways to get a ticket into a state by legal calls alone. Every answer that
// passes through here is held against what its tool says that it answers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { follow } from "../pages.ts";
import { StdioClient, type ToolAnswer } from "./stdio-client.ts";

export interface ToolCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export interface Held {
  readonly number: number;
  readonly token: string;
}

export interface Office {
  readonly folder: string;
  readonly database: string;
  connect(env?: Record<string, string>): Promise<Desk>;
  close(): Promise<void>;
}

export function openOffice(): Office {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-mcp-"));
  const database = join(folder, "board.db");
  const clients: StdioClient[] = [];
  return {
    folder,
    database,
    connect: async (env = {}) => {
      const client = new StdioClient(database, env);
      clients.push(client);
      await client.initialize();
      return new Desk(client);
    },
    close: async () => {
      for (const client of clients) {
        await client.leave();
        expect(client.strayLines).toEqual([]);
      }
      rmSync(folder, { recursive: true });
    },
  };
}

export class Desk<Client extends Pick<StdioClient, "call"> = StdioClient> {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async call(tool: string, args: object): Promise<ToolAnswer> {
    const answer = await this.client.call(tool, args);
    checkAnswer(tool, answer);
    return answer;
  }

  /** The answer of a call that has to be accepted. */
  async ok(tool: string, args: object): Promise<Record<string, unknown>> {
    const answer = await this.call(tool, args);
    if (answer.isError) throw new Error(`${tool} was refused: ${textOf(answer)}`);
    return answer.structuredContent;
  }

  /** All pages of an answer, put together. */
  async whole(tool: string, args: object): Promise<Record<string, unknown>> {
    const ask = (more: object): Promise<Record<string, unknown>> => this.ok(tool, { ...args, ...more });
    const { whole } = await follow(async (cursor) => JSON.stringify(await ask(cursor === undefined ? {} : { cursor })));
    return whole;
  }

  /** The fields of a call that has to be refused. */
  async refused(tool: string, args: object): Promise<Record<string, unknown>> {
    const answer = await this.call(tool, args);
    if (!answer.isError) throw new Error(`${tool} was accepted: ${textOf(answer)}`);
    return answer.structuredContent;
  }

  hand(number: number, args: object): Promise<Record<string, unknown>> {
    return this.ok("handoff_ticket", { number, reason: "next", ...args });
  }

  async ticket(fields: object = {}): Promise<number> {
    return Number((await this.ok("create_ticket", { title: "A ticket", ...fields }))["number"]);
  }

  /** A ticket in one of the states that nobody needs a claim to stand in. */
  async ticketIn(state: string, fields: object = {}): Promise<number> {
    const number = await this.ticket(fields);
    for (const step of WAYS[state] ?? []) await this.hand(number, step);
    return number;
  }

  /** A ticket locked by an agent of its own. */
  async held(command: "research" | "plan" | "impl", agent?: string): Promise<Held> {
    const number = await this.ticketIn(LOCKED_FROM[command]);
    return this.lock(number, command, agent);
  }

  async lock(number: number, command: string, agent?: string): Promise<Held> {
    const who = agent === undefined ? {} : { agent };
    const answer = (await this.hand(number, { command, intent: "lock", ...who })) as { claim: { token: string } };
    return { number, token: answer.claim.token };
  }

  async stateOf(number: number): Promise<unknown> {
    return (await this.ok("get_ticket", { number }))["state"];
  }
}

export function textOf(answer: ToolAnswer): string {
  return answer.content[0]?.text ?? "";
}

const LOCKED_FROM = { research: "Research Needed", plan: "Ready for Plan", impl: "In Progress" } as const;

const PLAN_HANDED_IN = [
  { command: "triage", to_state: "Ready for Plan" },
  { command: "plan", intent: "lock" },
  { command: "plan", intent: "complete" },
];

const WAYS: Readonly<Record<string, readonly object[]>> = {
  Backlog: [],
  "Research Needed": [{ command: "triage", to_state: "Research Needed" }],
  "Ready for Plan": [{ command: "triage", to_state: "Ready for Plan" }],
  "Plan in Review": PLAN_HANDED_IN,
  "In Progress": [...PLAN_HANDED_IN, { command: "review", intent: "complete" }],
  "In Review": [...PLAN_HANDED_IN, { command: "review", intent: "complete" }, { command: "impl", intent: "complete" }],
  "Human Needed": [
    { command: "triage", to_state: "Research Needed" },
    { command: "research", intent: "escalate" },
  ],
  Done: [{ command: "triage", intent: "close" }],
  Canceled: [{ command: "triage", intent: "cancel" }],
};

/** An accepted answer is what the tool says it is, no field more, and its text is the same JSON. */
export function checkAnswer(called: string, answer: ToolAnswer): void {
  const tool = TOOLS.find(({ name }) => name === called);
  if (answer.isError) {
    expect(textOf(answer)).toBe(answer.structuredContent["error"]);
    return;
  }
  expect(JSON.parse(textOf(answer))).toEqual(answer.structuredContent);
  // Said of every repeated answer, and listed with no tool: each client would pay for it twelve times.
  const { repeated, ...own } = answer.structuredContent;
  expect([undefined, true]).toContain(repeated);
  expect(tool?.output.parse(own)).toEqual(own);
}
