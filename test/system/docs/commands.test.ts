// Every command in README and docs/ is typed as it stands there, page by page from top to bottom. One that can't be typed
// here is in a table, with the reason.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { openBoard } from "../../../src/store/open.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { ann, appOn, maria } from "../../support/worlds/world.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../../support/postgres.ts";
import { allPages, commandLines, fences, ROOT } from "./pages.ts";
import { openShell, type, type Shell } from "./shell.ts";

const NOT_HERE: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^npm ci\b/, "it would install this checkout anew while its tests run"],
  [/^npm install -g /, "it changes the machine; test/system/cli/package.test.ts installs the package into a folder"],
  [/^npm test$|^npm run (?:unit|check)$|^npx vitest run PATH$/, "this is a part of it"],
  [
    /^npm run (?:format|generate)$/,
    "it writes into the checkout; src/workflows/generated.test.ts checks what it would write",
  ],
  [
    /^npm run (?:race|creates|storm|crash|clients|dashboards|mutate|bench|growth|soak|fleet|search|forge|stall|dumps|drive|pooler|faults|restarts|versions|migration)\b/,
    "it takes minutes or hours; the tests run the same at a smaller size",
  ],
  [/^npm run audit$/, "it asks the registry; test/system/release/audit.test.ts has one of its own"],
  [/^claude /, "it needs Claude Code; test/system/clients runs the real one"],
  [/^docker /, "it needs a container engine"],
  [/^signalbox open\b/, "it shows its link on a terminal only; test/system/http/servers.test.ts opens one"],
  [/^(?:pg_dump|psql) /, "it needs PostgreSQL's own programs, and a board to put away"],
  [
    /^signalbox migrate --(?:back|grant)\b(?!.*--database)/,
    "it needs a board on PostgreSQL, and a copy of before: src/store/postgres/schema/migrate.test.ts has both",
  ],
  [
    /^signalbox init --github /,
    "it needs a project on GitHub; test/system/init/github-templates.test.ts types it on one of our own",
  ],
  [/^gh /, "it needs an account on GitHub; a sample of what it writes stands in for it"],
];

/** What a page takes for granted. Pages that are not here begin on nothing. */
const BEFORE: Readonly<Record<string, (shell: Shell) => Promise<void>>> = {
  "docs/ledger.md": seed,
  "docs/measures.md": seed,
  "docs/migrating.md": async ({ folder }) => {
    copyFileSync(join(ROOT, "test/fixtures/workflows/older/ticket.json"), join(folder, "state-machine.json"));
    copyFileSync(join(ROOT, "test/system/importers/samples/issues.json"), join(folder, "issues.json"));
  },
  "docs/operations.md": seed,
  "docs/replay.md": seed,
  "docs/runs.md": async (shell) => {
    await seed(shell);
    writeFileSync(join(shell.folder, "book.json"), fences("docs/runs.md", "json")[0] ?? "");
    for (const skill of ["outlining", "writing", "collecting", "clearing", "drawing"]) {
      const own = join(shell.folder, ".claude/skills", skill);
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, "SKILL.md"), `---\nname: ${skill}\n---\n`);
    }
  },
  "docs/security.md": seed,
  "docs/sessions.md": seed,
  "docs/store.md": seed,
  "docs/teams.md": async (shell) => {
    await seed(shell);
    copyFileSync(shell.database, join(shell.folder, "old.db"));
    const [url, boards] = [await sharedPostgres(), [freshBoard(), freshBoard()]];
    onTestFinished(async () => {
      for (const board of boards) await dropBoard(url, board);
    });
    shell.env["SIGNALBOX_BOARD"] = boards[0];
    shell.values.set("postgres://signalbox:secret@db:5432/signalbox", url);
    shell.values.set("postgres://signalbox:secret@pgbouncer:6432/signalbox", url);
    shell.values.set("postgres://owner:secret@db/signalbox", url);
    shell.values.set("--grant signalbox", "--grant postgres");
    shell.values.set("SIGNALBOX_BOARD=web", `SIGNALBOX_BOARD=${boards[1]}`);
  },
  "docs/workflows.md": async ({ folder }) => {
    writeFileSync(join(folder, "bug.json"), fences("docs/workflows.md", "json")[0] ?? "");
  },
};

/** The answer is no where the remark begins so; in the README the words of the refusal stand below the commands. */
const REFUSED = /^signalbox move 1 --to "In Progress"/;

const pages = allPages().filter((page) => commandLines(page).length > 0);

describe.each(pages)("%s", (page) => {
  it("has commands that work as they stand there", async () => {
    const lines = commandLines(page).filter(({ text }) => !NOT_HERE.some(([command]) => command.test(text)));
    if (lines.length === 0) return;
    const shell = openShell();
    await BEFORE[page]?.(shell);
    for (const line of lines) {
      const { status, output } = await type(shell, line);
      const no = line.remark.startsWith("refused") || (page === "README.md" && REFUSED.test(line.text));
      expect({ command: line.text, status, output }).toEqual({
        command: line.text,
        status: no ? 1 : 0,
        output: no ? expect.stringContaining("Recovery:") : expect.any(String),
      });
    }
  });
});

it("finds commands on the pages where they are", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", ...Object.keys(BEFORE)]));
});

it("leaves out nothing for a reason that has gone", () => {
  const all = pages.flatMap((page) => commandLines(page).map(({ text }) => text));
  expect(NOT_HERE.filter(([command]) => !all.some((text) => command.test(text)))).toEqual([]);
});

async function seed({ database }: Shell): Promise<void> {
  mkdirSync(dirname(database), { recursive: true });
  const board = await openBoard({ database, synchronous: "OFF" });
  const app = appOn(board);
  for (let number = 1; number <= 7; number++) accepted(await createTicket(app, maria, { title: "A ticket" }));
  accepted(await updateRun(app, ann, { project: "PROJECT", session: "SESSION" }));
  await board.close();
}
