import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDriver } from "../../src/store/open.ts";
import { verifyStore } from "../../src/store/ledger/verify.ts";
import { inBatches, perCall } from "./batches.ts";
import { newTicket, onBoard } from "./board.ts";
import { HandWritten } from "../hand-written.ts";
import { livesOf, refusedOn } from "./handoffs.ts";
import { inLab, type Lab } from "./lab.ts";
import { buildOneTool, buildWritingTool, echoOf } from "./one-tool.ts";
import { cpuMsOf, residentMbOf } from "./process-figures.ts";
import { copyOf, rehearsal, type Rehearsal } from "./rehearsal.ts";
import { ServerProcess, type Call } from "./server-process.ts";

describe("the one-tool server", () => {
  it("lists its tool, and answers what it was told to", () =>
    inLab(async (lab) => {
      const refusal = { isError: true, structuredContent: { code: "no", error: "No.\nRecovery: ask again." } };
      const server = new ServerProcess(await buildOneTool(lab, { a: { structuredContent: { found: 1 } }, b: refusal }));
      await server.shakeHands();
      const listed = JSON.parse(await server.request("tools/list", {})) as { result: { tools: { name: string }[] } };
      expect(listed.result.tools.map(({ name }) => name)).toEqual(["echo"]);
      const call: Call = { tool: "get_ticket", args: { number: 7 } };
      const { answers, sample } = await server.timed([echoOf(call, "a"), echoOf(call, "b"), echoOf(call, "c")]);
      expect(answers).toEqual([
        { content: [{ type: "text", text: '{"found":1}' }], structuredContent: { found: 1 } },
        { ...refusal, content: [{ type: "text", text: refusal.structuredContent.error }] },
        { content: [{ type: "text", text: expect.any(String) }], structuredContent: { number: 7, answer: "c" } },
      ]);
      expect(sample.value).toBeGreaterThan(0);
      await expect(server.call({ tool: "echo", args: { unheard: "of" } })).rejects.toThrow("a call failed");
      await server.leave();
    }));

  it("that ends instead of answering says why", () =>
    inLab(async ({ folder, env }) => {
      const server = new ServerProcess({ command: ["-e", "throw new Error('out of order')"], folder, env });
      await expect(server.shakeHands()).rejects.toThrow("out of order");
    }));
});

describe("the hand-written transaction", () => {
  it("leaves the rows that the handoffs would have left, and a ledger that verifies", () =>
    inLab(async (lab) => {
      const { file, calls, rehearsed } = await prepared(lab);
      const byHand = new HandWritten(copyOf(file, "by-hand.db"), "OFF");
      for (const deed of rehearsed.deeds) byHand.write(deed);
      byHand.close();
      expect(rehearsed.deeds).toHaveLength(calls.length);
      await expectSameStore(lab, "by-hand.db");
    }));

  it("is the same behind a tool", () =>
    inLab(async (lab) => {
      const { file, calls, rehearsed } = await prepared(lab);
      const { answers, deeds } = rehearsed;
      const server = new ServerProcess(await buildWritingTool(lab, answers, copyOf(file, "writing.db"), deeds));
      await server.shakeHands();
      const heard = await server.timed(calls.map((call, index) => echoOf(call, String(index))));
      await server.leave();
      expect(heard.answers.filter((answer) => answer.isError)).toHaveLength(4);
      await expectSameStore(lab, "writing.db");
    }));

  it("is refused where the ticket is not where it begins", () =>
    inLab(async (lab) => {
      const { file, rehearsed } = await prepared(lab);
      const byHand = new HandWritten(copyOf(file, "by-hand.db"), "OFF");
      const second = rehearsed.deeds[1];
      expect(() => second && byHand.write(second)).toThrow("is not in");
      byHand.close();
    }));
});

describe("a process", () => {
  it("is seen to take time and memory", () => {
    const before = cpuMsOf(process.pid);
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 20_000) residentMbOf(process.pid);
    const after = cpuMsOf(process.pid);
    if (before !== undefined && after !== undefined) expect(after).toBeGreaterThan(before);
    const own = process.memoryUsage().rss / 1e6;
    expect(residentMbOf(process.pid) / own).toBeCloseTo(1, 0);
  });
});

describe("batches", () => {
  it("go through all of it, and around", () => {
    const next = inBatches([1, 2, 3], 2);
    expect([next(), next(), next()]).toEqual([
      [1, 2],
      [3, 1],
      [2, 3],
    ]);
    expect(perCall({ value: 10, cpuMs: 5 }, 5)).toEqual({ value: 2, cpuMs: 1 });
    expect(perCall({ value: 10 }, 5)).toEqual({ value: 2 });
  });
});

/** Two tickets' lives, and what is refused on a third. */
async function prepared(
  lab: Lab,
): Promise<{ readonly file: string; readonly calls: readonly Call[]; readonly rehearsed: Rehearsal }> {
  const file = join(lab.folder, "board.db");
  const calls = await onBoard(file, async (app) => [
    ...livesOf([await newTicket(app), await newTicket(app)]),
    ...refusedOn([await newTicket(app)]),
  ]);
  return { file, calls, rehearsed: await rehearsal(file, lab.agent, calls) };
}

async function expectSameStore({ folder }: Lab, name: string): Promise<void> {
  const wanted = ["SELECT * FROM ticket", "SELECT seq, name, content FROM ledger_text"];
  expect(rowsOf(join(folder, name), wanted)).toEqual(rowsOf(join(folder, "rehearsal.db"), wanted));
  const driver = await openDriver({ database: join(folder, name) });
  expect(await verifyStore(driver)).toMatchObject({ ok: true });
  await driver.close();
}

function rowsOf(file: string, queries: readonly string[]): unknown {
  const db = new DatabaseSync(file);
  const rows = queries.map((query) => db.prepare(query).all());
  db.close();
  return rows;
}
