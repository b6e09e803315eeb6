// Every refusal over a real server's stdio: its code, its words, and that an agent who does what it says gets on.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, textOf, type Desk, type Office } from "../../support/clients/desk.ts";
import { LIMITED, REFUSALS, type RefusalCase } from "./refusal-cases.ts";

let office: Office;
let desk: Desk;
const texts = new Map<string, string>();

async function start(env: Record<string, string>): Promise<void> {
  office = openOffice();
  desk = await office.connect({ SIGNALBOX_AGENT: "desk", ...env });
}

async function check(refusal: RefusalCase): Promise<void> {
  const { title, situation, code, says, advises = [], retries = 0, prose } = refusal;
  const { tool, args } = await situation(desk);
  const answer = await desk.call(tool, args);
  const text = textOf(answer);
  expect(answer).toMatchObject({ isError: true, structuredContent: { code } });
  expect(text).toBe(answer.structuredContent["error"]);
  const [what = "", recovery = "", ...more] = text.split("\nRecovery: ");
  expect(more).toEqual([]);
  expect(recovery).toBe(answer.structuredContent["recovery"]);
  for (const phrase of says) expect(what).toContain(phrase);
  for (const phrase of advises) expect(recovery).toContain(phrase);
  texts.set(title, text.replaceAll(/\d+/g, "0"));

  const named = [...recovery.matchAll(/command="([^"]+)", (intent|to_state)="([^"]+)"/g)];
  expect(named.length).toBeGreaterThanOrEqual(retries);
  for (const [, command, how = "", word] of named) {
    const { args: fresh } = await situation(desk);
    const { number, agent } = fresh;
    await desk.ok("handoff_ticket", { number, agent, reason: "as I was told", command, [how]: word });
  }
  if (prose) {
    const again = await situation(desk);
    await desk.ok(again.tool, prose(again.args));
  }
}

describe("a refusal", () => {
  beforeAll(() => start({}));
  afterAll(() => office.close());

  it.each(REFUSALS)("of $title says why, and its recovery works to the letter", check);

  it("has words of its own in each case", () => {
    expect(texts.size).toBe(REFUSALS.length);
    const twice = [...texts].filter(([title, text]) =>
      [...texts].some(([other, same]) => other !== title && same === text && !same.startsWith("There is no ticket")),
    );
    expect(twice.map(([title]) => title)).toEqual([
      // Both are the same slip in the same words.
      "a release without a reason",
      "claiming what is picked without a reason",
    ]);
  });

  it("names the way round a loop", async () => {
    const first = await desk.ticket();
    const second = await desk.ticket({ blockedBy: [first] });
    const refused = await desk.refused("update_ticket", { number: first, addBlockedBy: [second] });
    expect(refused["path"]).toEqual([String(first), String(second), String(first)]);
    expect(refused["error"]).toContain(`#${first} is blocked by #${second} is blocked by #${first}`);
  });

  it("names the tickets that a group waits for", async () => {
    const parent = await desk.ticket();
    const ready = await desk.ticketIn("Ready for Plan", { parent });
    const behind = await desk.ticketIn("Research Needed", { parent });
    const refused = await desk.refused("handoff_ticket", {
      number: ready,
      command: "plan",
      intent: "lock",
      reason: "because",
    });
    expect(refused["error"]).toContain(`waiting for #${behind} (Research Needed)`);
    expect(refused["blocking"]).toEqual([{ key: String(behind), state: "Research Needed" }]);
  });

  it("carries the facts of a claim as fields", async () => {
    const { number } = await desk.held("plan", "other");
    const args = { number, command: "plan", intent: "lock", reason: "because", agent: "me" };
    const refused = await desk.refused("handoff_ticket", args);
    expect(refused).toMatchObject({ number, holder: "desk/other", from: "Plan in Progress", to: "Plan in Progress" });
    expect(Date.parse(String(refused["expiresAt"])) - Date.parse(String(refused["since"]))).toBe(1_200_000);
    expect(refused["error"]).toContain(String(refused["expiresAt"]));
  });
});

describe("a connection that is limited to some commands", () => {
  beforeAll(() => start({ SIGNALBOX_COMMANDS: "research,plan" }));
  afterAll(() => office.close());

  it.each(LIMITED)("is refused $title, and told who may", check);
});
