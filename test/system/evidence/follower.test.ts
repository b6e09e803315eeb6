// An agent that knows nothing but the text of its refusals, in a project that a person has set up with `init --proof`: it does
// what stands after `Recovery:`, in its shell where a command stands there, and gets a ticket from the backlog into review.

import { afterEach, beforeEach, expect, it } from "vitest";
import type { StdioClient, ToolAnswer } from "../../support/clients/stdio-client.ts";
import { firstCall, type Call } from "../../support/engine/follower.ts";
import { nodeTests } from "../../support/git/checked.ts";
import { makeInitBoard, type InitBoard } from "../../support/git/init-board.ts";
import { branch, land, MERGE } from "../../support/git/project.ts";

/** What it sends; it tells nobody of tests that it did not run. */
type Asked = Call & { readonly commit?: string };

let board: InitBoard;
let agent: StdioClient;
let number: number;

beforeEach(async () => {
  board = await makeInitBoard();
  agent = await board.serve("ann");
  number = await board.ticket();
});

afterEach(async () => {
  await agent.leave();
  board.project.remove();
});

const MOST_STEPS = 8;
const SHELL = /run `signalbox ([^`]+)`/;
const COMMIT = /commit="([0-9a-f]{40})"/;

interface Followed {
  readonly codes: readonly string[];
  /** The commands that it ran. */
  readonly ran: readonly string[];
  readonly answer: ToolAnswer;
}

/** Until a call is accepted, or the text leaves nothing for an agent to do but to give up. */
async function follow(client: StdioClient, first: Asked): Promise<Followed> {
  const codes: string[] = [];
  const ran: string[] = [];
  let token: unknown;
  let asked = first;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { claim, ...words } = asked;
    const answer = await client.call("handoff_ticket", { number, ...words, ...(claim ? { claim: token } : {}) });
    if (!answer.isError) {
      token = (answer.structuredContent["claim"] as { token?: string } | undefined)?.token ?? token;
      if (asked.intent === first.intent && asked.command === first.command) return { codes, ran, answer };
      // It has done what it was told to do before: now what it wanted.
      asked = { ...first, ...(asked.commit ? { commit: asked.commit } : {}) };
      continue;
    }
    const { code, recovery } = answer.structuredContent;
    codes.push(String(code));
    // What comes after this is for who gives up.
    const [text = ""] = String(recovery).split("If you can't go on:");
    const [, command] = SHELL.exec(text) ?? [];
    const [, commit] = COMMIT.exec(text) ?? [];
    if (command !== undefined && !ran.includes(command)) {
      ran.push(command);
      await board.run(...command.split(" "));
    } else if (commit !== undefined) {
      asked = { ...asked, commit };
    } else {
      const told = firstCall(text, asked);
      if (told?.does !== "handoff") return { codes, ran, answer };
      asked = { ...told.call, ...(asked.commit ? { commit: asked.commit } : {}) };
    }
  }
  throw new Error(`it does not come to rest: ${codes.join(", ")}`);
}

async function stateNow(): Promise<unknown> {
  return (await agent.ok("get_ticket", { number }))["state"];
}

async function byPerson(to: string, ...more: readonly string[]): Promise<void> {
  const moved = await board.person("move", String(number), "--to", to, "--reason", "I have looked at it.", ...more);
  expect(moved, moved.stderr).toMatchObject({ status: 0 });
}

const reason = "It is done.";

it("gets from the backlog into review by what it is told, and is stopped where a merge or a person is due", async () => {
  // It forgets the locks, and is told to take them where the graph has no way without.
  const triaged = await follow(agent, { command: "triage", to_state: "Research Needed", reason });
  expect(triaged.answer.isError).toBeFalsy();
  const researched = await follow(agent, { command: "research", intent: "complete", reason });
  expect(researched.answer.isError).toBeFalsy();
  const planned = await follow(agent, { command: "plan", intent: "complete", reason });
  expect(planned.answer.isError, planned.answer.content[0]?.text).toBeFalsy();
  expect(planned.codes).not.toEqual([]);
  expect(await stateNow()).toBe("Plan in Review");

  // The plan is for a person to judge: it is told to leave the ticket, and does.
  const hasty = await follow(agent, { command: "impl", intent: "complete", reason });
  expect(hasty.answer.content[0]?.text).toContain("a person's turn");
  expect(await stateNow()).toBe("Plan in Review");
  await byPerson("In Progress");

  branch(board.project);
  const head = board.project.agent.commit("Tests", { "a.test.mjs": nodeTests(2) });
  const built = await follow(agent, { command: "impl", intent: "complete", reason });
  expect(built.answer.isError, built.answer.content[0]?.text).toBeFalsy();
  expect(built.codes).toEqual(expect.arrayContaining(["commit_missing", "facts_missing"]));
  expect(built.ran).toEqual([expect.stringContaining(`check ${number}`)]);
  expect(built.answer.structuredContent).toMatchObject({ commit: head });
  expect(await stateNow()).toBe("In Review");

  // Nobody has merged it: it looks, as it is told, and there is nothing more that an agent can do.
  const early = await follow(agent, { command: "hero", intent: "close", reason });
  expect(new Set(early.codes)).toEqual(new Set(["facts_missing"]));
  expect(early.answer.content[0]?.text).toContain("the merge is a person's or CI's");
  expect(await stateNow()).toBe("In Review");

  board.project.agent.git("push", "--quiet", "origin", "feature");
  land(board.project, ...MERGE);
  expect(await board.run("check", String(number), "landed")).toMatchObject({ status: 0 });
  // It did the work: another one accepts it.
  const own = await follow(agent, { command: "hero", intent: "close", reason });
  expect(own.codes).toEqual(["same_hands"]);
  expect(await stateNow()).toBe("In Review");
  await byPerson("Done");
  expect(await stateNow()).toBe("Done");
});

it("is stopped by tests that fail, however often it does what it is told", async () => {
  await byPerson("In Progress", "--override");
  branch(board.project);
  board.project.agent.commit("Tests", { "a.test.mjs": nodeTests(1, 'test("no", () => { throw new Error("no"); });') });
  const { answer, ran } = await follow(agent, { command: "impl", intent: "complete", reason });
  expect(answer.structuredContent, answer.content[0]?.text).toMatchObject({ code: "facts_missing" });
  expect(ran).toEqual([expect.stringContaining(`check ${number}`)]);
  expect(await stateNow()).toBe("In Progress");
});
