import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appOn, maria } from "../../test/support/worlds/world.ts";
import { TICKETS } from "../../test/support/engine/boards.ts";
import { set } from "../../test/support/engine/workflow-edits.ts";
import { adoptWorkflow } from "../app/workflows/adopt.ts";
import type { StoreBoard } from "../store/board.ts";
import { openBoard } from "../store/open.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { CurrentApp } from "./current-app.ts";
import { configuredWorkflow } from "./workflow.ts";

let folder: string;
let board: StoreBoard;
let now = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-current-"));
  board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await board.close();
  rmSync(folder, { recursive: true });
});

async function open(lines: object[] = []): Promise<CurrentApp> {
  const workflows = {
    ticket: await configuredWorkflow("ticket", undefined),
    session: await configuredWorkflow("session", undefined),
    run: await configuredWorkflow("run", undefined),
  };
  const log = (line: object): void => void lines.push(line);
  return CurrentApp.open({ board, workflows, problems: [], via: "stdio", log, rest: { newId: () => "id" } });
}

async function adopt(title: string): Promise<void> {
  const workflow = set({ title })(TICKETS);
  await adoptWorkflow(appOn(board), maria, { part: "ticket", workflow, hash: hashWorkflow(workflow) });
}

describe("the app of a process that goes on", () => {
  it("stays the same while nothing is adopted, and asks the board at most once a second", async () => {
    const asked = vi.spyOn(board.workflows, "versions");
    const current = await open();
    const first = await current.upToDate();
    expect(await current.upToDate()).toBe(first);
    expect(asked).toHaveBeenCalledTimes(0);
    now += 1_000;
    expect(await Promise.all([current.upToDate(), current.upToDate()])).toEqual([first, first]);
    expect(asked).toHaveBeenCalledTimes(1);
    now += 999;
    expect(await current.upToDate()).toBe(first);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("takes up what was adopted for those who only read too, a second later", async () => {
    const lines: object[] = [];
    const current = await open(lines);
    await adopt("Ours");
    expect((await current.upToDate()).machine.workflow.title).toBe("Ticket");
    now += 1_000;
    const app = await current.upToDate();
    expect(app.machine.workflow.title).toBe("Ours");
    expect(app.force?.versions).toEqual({ ticket: 2, session: 0, run: 0 });
    expect(lines).toHaveLength(1);
    expect(app.force?.news()).toEqual([
      expect.stringMatching(/^this board works by ticket v1 \(\w{7}\) now, adopted by "Maria \(person\)"; /),
    ]);
    expect(app.force?.news()).toEqual([]);
  });

  it("tries again where the board could not be asked", async () => {
    const current = await open();
    await adopt("Ours");
    vi.spyOn(board.workflows, "versions").mockRejectedValueOnce(new Error("away"));
    await expect(current.reload()).rejects.toThrow("away");
    expect((await current.reload()).machine.workflow.title).toBe("Ours");
  });
});
