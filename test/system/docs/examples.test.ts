// What stands in docs/ as an example works as it is written there.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import type { App } from "../../../src/app/app.ts";
import { completeSkill, type SkillAnswer } from "../../../src/app/runs/complete-skill.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { completeSession } from "../../../src/app/sessions/complete-session.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../../src/app/runs/update-task-status.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { lint } from "../../../src/engine/lint/lint.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { readGraph } from "../../../src/mcp/task-graph.ts";
import { fileSchema } from "../../../src/setup/settings.ts";
import { openBoard } from "../../../src/store/open.ts";
import { hashWorkflow } from "../../../src/workflows/hash.ts";
import { parseWorkflow } from "../../../src/workflows/load.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { ann, appOn, maria } from "../../support/worlds/world.ts";
import { allPages, fences, readPage } from "./pages.ts";

async function freshApp(): Promise<{ app: App; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-docs-"));
  const file = join(folder, "board.db");
  const board = await openBoard({ database: file, synchronous: "OFF" });
  onTestFinished(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });
  return { app: appOn(board), file };
}

function bookWorkflow(): Workflow {
  const loaded = parseWorkflow(fences("docs/runs.md", "json")[0] ?? "", "book.json");
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded.workflow;
}

describe("docs/sessions.md", () => {
  it("has a query that a client runs which knows nothing of us", async () => {
    const { app, file } = await freshApp();
    accepted(await createTicket(app, maria, { title: "A ticket" }));
    const { sessionId } = accepted(await createSession(app, ann, { ticket: "1" }));
    accepted(await completeSession(app, ann, { sessionId, outcome: "failure", error: "No disk." }));
    const db = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => db.close());
    const [row] = db.prepare(fences("docs/sessions.md", "sql")[0] ?? "").all();
    expect(Object.values(row ?? {})).toEqual([sessionId, "failed", "failed", "No disk."]);
  });

  it("names the times of silence that the shipped workflow has, and one that a file of one's own may have", () => {
    const silence = JSON.parse(fences("docs/sessions.md", "json")[0] ?? "") as NonNullable<Workflow["silence"]>;
    const { workflow } = shipped("session");
    expect(silence).toMatchObject(workflow.silence ?? {});
    expect(lint({ ...workflow, silence })).toEqual(lint(workflow));
  });
});

describe("docs/workflows.md", () => {
  it("has a workflow that the linter finds nothing in", () => {
    const loaded = parseWorkflow(fences("docs/workflows.md", "json")[0] ?? "", "bug.json");
    if (!loaded.ok) throw new Error(loaded.problem.message);
    expect(lint(loaded.workflow)).toEqual([]);
  });
});

describe("docs/operations.md", () => {
  it("has settings that fit", () => {
    const [text = ""] = fences("docs/operations.md", "json");
    expect(fileSchema().safeParse(JSON.parse(text))).toMatchObject({ success: true });
  });

  it("names every setting of the file", () => {
    const page = readPage("docs/operations.md");
    const github = Object.keys(fileSchema().shape.github.unwrap().shape).map((name) => `.${name}`);
    const names = [...Object.keys(fileSchema().shape).filter((name) => name !== "github"), ...github];
    expect(names.filter((name) => !page.includes(`${name}\``) && name !== "$schema")).toEqual([]);
  });
});

describe("docs/runs.md", () => {
  it("has a workflow that the linter finds nothing in", () => {
    expect(lint(bookWorkflow())).toEqual([]);
  });

  it("has a workflow that leads a run to its end", async () => {
    const workflow = bookWorkflow();
    const { app: plain } = await freshApp();
    const app = { ...plain, runs: { machine: compile(workflow), hash: hashWorkflow(workflow), workflow } };
    const run = { project: "press", session: "atlas" };
    const items = [
      { number: 1, type: "chapter", title: "Rivers" },
      { number: 2, type: "appendix", title: "Names" },
    ];
    accepted(await updateRun(app, ann, { ...run, items, tasks: [{ id: "map" }] }));
    const way: unknown[] = [];
    for (let skill: string | null = "outlining"; skill !== null;) {
      if (skill === "drawing") accepted(await updateTaskStatus(app, ann, { ...run, task: "map", status: "completed" }));
      const answer: SkillAnswer = accepted(await completeSkill(app, ann, { ...run, skill }));
      way.push([answer.next_skill, answer.params.item_number ?? answer.params.batch_index, answer.action]);
      skill = answer.next_skill;
    }
    expect(way).toEqual([
      ["writing", 1, "none"],
      ["clearing", undefined, "clear"],
      ["collecting", 2, "none"],
      ["clearing", undefined, "clear"],
      ["drawing", 0, "none"],
      [null, undefined, "none"],
    ]);
  });

  it("has tasks in YAML that are read as they are meant", async () => {
    expect(await readGraph(fences("docs/runs.md", "yaml")[0] ?? "")).toEqual({
      tasks: [
        { id: "schema", files: ["src/schema.ts"], description: "The tables" },
        { id: "queries", dependsOn: ["schema"], files: ["src/queries.ts"] },
        { id: "page", dependsOn: ["schema"], tests: ["test/page.test.ts"] },
      ],
      warnings: [],
    });
  });
});

describe.each(allPages().filter((page) => /^(README\.md$|docs\/)/.test(page)))("%s", (page) => {
  it("has JSON and YAML that can be read", () => {
    for (const text of fences(page, "json")) JSON.parse(text);
    for (const text of fences(page, "yaml")) parse(text);
  });
});
