import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTicket } from "../../app/tickets/create.ts";
import { adoptWorkflow } from "../../app/workflows/adopt.ts";
import type { WorkflowPart } from "../../app/ports/workflows.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { readSettings } from "../../setup/settings.ts";
import { configuredWorkflow, useWorkflow } from "../../setup/workflow.ts";
import type { StoreBoard } from "../../store/board.ts";
import { openBoard } from "../../store/open.ts";
import { hashWorkflow } from "../../workflows/hash.ts";
import { appOn, maria } from "../../../test/support/worlds/world.ts";
import { TICKETS } from "../../../test/support/engine/boards.ts";
import { edge, guarded, set, state, together } from "../../../test/support/engine/workflow-edits.ts";
import { checkWorkflows } from "./workflows.ts";
import { showMoment } from "../screens/times.ts";

const NOW = Date.UTC(2026, 10, 17, 9);
const SINCE = showMoment("2026-11-17T09:00:00.000Z");
const SHIPPED = hashWorkflow(TICKETS).slice(0, 7);
const qa = together(set({ version: 2 }), state("QA", {}), edge("In Review", "QA"), edge("QA", "Done"))(TICKETS);

let folder: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-doctor-workflows-"));
  database = join(folder, "board.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

async function onBoard(use: (board: StoreBoard) => Promise<unknown>): Promise<void> {
  const board = await openBoard({ database, synchronous: "OFF", clock: () => NOW });
  try {
    await use(board);
  } finally {
    await board.close();
  }
}

const begin = (tickets: number): Promise<void> =>
  onBoard(async (board) => {
    await useWorkflow(board, await configuredWorkflow("ticket", undefined), "stdio");
    for (let made = 0; made < tickets; made++) await createTicket(appOn(board), maria, { title: "One" });
  });

const adopt = (workflow: Workflow, part: WorkflowPart = "ticket"): Promise<void> =>
  onBoard((board) => adoptWorkflow(appOn(board), maria, { part, workflow, hash: hashWorkflow(workflow) }));

function write(name: string, workflow: Workflow): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

async function examine(env: Record<string, string> = {}) {
  const settings = readSettings({ SIGNALBOX_DATABASE: database, ...env }, folder);
  const [ticket, session, run] = await checkWorkflows(settings, folder);
  return { ticket, session, run };
}

const IN_FORCE = `this board works by ticket v1 (${SHIPPED}) since ${SINCE}, adopted by signalbox`;

describe("what doctor says of workflows", () => {
  it("is about the file alone where there is no board yet", async () => {
    const file = write("qa.json", qa);
    expect((await examine()).ticket).toEqual({
      check: "ticket workflow",
      ok: true,
      what: "the shipped one: 11 states, nothing wrong with it",
      fix: null,
    });
    expect((await examine({ SIGNALBOX_WORKFLOW: file })).ticket?.what).toBe(
      `${file}: 12 states, nothing wrong with it`,
    );
  });

  it("is which is in force, since when and by whom", async () => {
    await begin(1);
    const { ticket, session, run } = await examine();
    expect(ticket).toEqual({ check: "ticket workflow", ok: true, what: IN_FORCE, fix: null });
    expect(session?.what).toBe("this board works by the shipped one, session");
    expect(run?.what).toBe("this board works by the shipped one, skill");
    await adopt(qa);
    const what = `this board works by ticket v2 (${hashWorkflow(qa).slice(0, 7)}) since ${SINCE}, adopted by Maria (person)`;
    expect((await examine()).ticket).toMatchObject({ ok: true, what });
    expect((await examine({ SIGNALBOX_WORKFLOW: write("qa.json", qa) })).ticket).toMatchObject({ ok: true, what });
  });

  it("is how the file differs and what it would loosen, with the command that adopts it", async () => {
    await begin(1);
    const file = write("loose.json", together(() => qa, guarded("Ready for Plan", "Plan in Progress", []))(TICKETS));
    expect((await examine({ SIGNALBOX_WORKFLOW: file })).ticket).toEqual({
      check: "ticket workflow",
      ok: false,
      what: [
        `${IN_FORCE}; the file ${file} differs: states: + "QA"`,
        'edges: + "In Review" → "QA", + "QA" → "Done"',
        'guards: - "Ready for Plan" → "Plan in Progress": group_convergence on "Ready for Plan" (enforce)',
        "also different: version",
        'loosens: guard gone: "Ready for Plan" → "Plan in Progress" no longer asks for group_convergence on "Ready for Plan"',
      ].join("; "),
      fix: `Run \`signalbox workflow adopt ${file}\`, or take the file out of the settings.`,
    });
    const { session } = await examine({ SIGNALBOX_SESSION_WORKFLOW: join(folder, "gone.json") });
    expect(session).toMatchObject({ ok: false, fix: expect.stringContaining("workflow lint") });
  });

  it("is that the file takes force by itself while there is no ticket", async () => {
    await begin(0);
    const { ticket } = await examine({ SIGNALBOX_WORKFLOW: write("qa.json", qa) });
    expect(ticket).toMatchObject({ ok: true, fix: null });
    expect(ticket?.what).toMatch(/differs: .*; it takes force with the next start$/);
  });
});
