// The same refusals as people would read them: no tool and no argument of one is named in a terminal or a browser.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { checkArguments } from "../../../src/mcp/arguments.ts";
import { answerResult } from "../../../src/mcp/results.ts";
import { makeSqliteWorld } from "../../support/worlds/sqlite-world.ts";
import { agent, type World } from "../../support/worlds/world.ts";
import { toldToAgent } from "../../support/surfaces.ts";
import type { ToolAnswer } from "../../support/clients/stdio-client.ts";
import { Desk } from "../../support/clients/desk.ts";
import { LIMITED, REFUSALS, type RefusalCase } from "./refusal-cases.ts";

/** Calls tools without a server, so that a refusal can be had before it is told. */
class Caller {
  readonly #world: World;
  readonly #commands: readonly string[] | undefined;
  /** The last one; null where the arguments did not even fit. */
  refusal: Refusal | null = null;

  constructor(world: World, commands?: readonly string[]) {
    this.#world = world;
    this.#commands = commands;
  }

  async call(name: string, args: object): Promise<ToolAnswer> {
    const tool = TOOLS.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    this.refusal = null;
    const checked = checkArguments(tool, args);
    if (isRefusal(checked)) return answerResult(checked) as unknown as ToolAnswer;
    const who = "agent" in args && typeof args.agent === "string" ? args.agent : null;
    const caller = agent("desk", who, this.#commands);
    const context = { app: this.#world.app, caller, signal: AbortSignal.timeout(60_000), progress: () => {} };
    const answer = await tool.run(context, checked.args as never);
    if (isRefusal(answer)) this.refusal = answer;
    return answerResult(answer) as unknown as ToolAnswer;
  }
}

let world: World;
beforeAll(async () => {
  world = await makeSqliteWorld();
});
afterAll(() => world.close());

async function refusalIn({ situation }: RefusalCase, commands?: readonly string[]): Promise<Refusal | null> {
  const { tool, args } = await situation(new Desk(new Caller(world)));
  const caller = new Caller(world, commands);
  await caller.call(tool, args);
  return caller.refusal;
}

/** Ticket numbers and times differ from run to run. */
function steady(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME").replaceAll(/#\d+|(?<=signalbox \w+ )\d+/g, "#N");
}

describe("people are told in their own words of", () => {
  const cases = REFUSALS.filter(({ code }) => code !== "invalid_arguments");

  it.each([
    ...cases.map((one) => [one.title, one, undefined] as const),
    ...LIMITED.map((one) => [one.title, one, ["research", "plan"]] as const),
  ])("%s", async (_, one, commands) => {
    const refusal = await refusalIn(one, commands);
    if (!refusal) throw new Error("it was not refused");
    expect(refusal.code).toBe(one.code);
    expect(toldToAgent(refusal).error).toContain("\nRecovery: ");
    const [cli, web] = [tell(refusal, "cli"), tell(refusal, "web")];
    expect(steady(`in a terminal: ${cli.error}\n\nin a browser: ${web.error}`)).toMatchSnapshot();
  });

  it("all but the arguments of a call, which no person makes", async () => {
    const others = REFUSALS.filter(({ code }) => code === "invalid_arguments");
    expect(others.length).toBeGreaterThan(0);
    for (const one of others) expect(await refusalIn(one)).toBeNull();
  });
});
