import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findViolations } from "./imports.ts";

const trees: string[] = [];

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "signalbox-imports-"));
  trees.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

afterEach(() => {
  for (const root of trees.splice(0)) rmSync(root, { recursive: true });
});

describe("imports", () => {
  it("point the way that the architecture says", () => {
    expect(findViolations(join(import.meta.dirname, "../../src"))).toEqual([]);
  });

  it.each([
    ["a value", 'import { a } from "../app/a.ts";', "../app/a.ts"],
    ["a type", 'import type { A } from "../app/a.ts";', "../app/a.ts"],
    ["a re-export", 'export { a } from "../store/a.ts";', "../store/a.ts"],
    ["a re-export of everything", 'export * from "../store/a.ts";', "../store/a.ts"],
    ["a call of import()", 'export const a = () => import("../app/a.ts");', "../app/a.ts"],
    ["a module of Node's", 'import { readFileSync } from "node:fs";', "node:fs"],
    ["a package", 'import { z } from "zod";', "zod"],
  ])("are caught where the engine takes %s from outside", (_, text, imports) => {
    const root = tree({ "engine/deep/planted.ts": text.replace('"../', '"../../') });
    const found = findViolations(root);
    expect(found.map((violation) => violation.imports.replace("../../", "../"))).toEqual([imports]);
    expect(found[0]?.why).toContain("engine may import nothing");
  });

  it("may stay within a layer, and point down", () => {
    const root = tree({
      "engine/a.ts": 'import { b } from "./b.ts";',
      "app/a.ts": 'import type { b } from "../engine/b.ts";\nimport { createHash } from "node:crypto";',
    });
    expect(findViolations(root)).toEqual([]);
  });

  it("are caught where a lower layer points up", () => {
    const root = tree({ "app/a.ts": 'import { open } from "../store/open.ts";' });
    expect(findViolations(root)).toMatchObject([
      { file: "app/a.ts", why: "app may import engine, node, and not store" },
    ]);
  });

  it("are caught in a folder that nobody has placed yet", () => {
    expect(findViolations(tree({ "misc/a.ts": 'import "node:fs";' }))).toMatchObject([{ file: "misc/a.ts" }]);
    const hooks = tree({ "hooks/a.ts": 'import type { Machine } from "../engine/workflow/compile.ts";' });
    expect(findViolations(hooks)).toMatchObject([{ why: expect.stringContaining('"hooks" is no layer') }]);
  });

  it.each([
    ["engine/workflow/a.ts", "../tickets/handoff.ts", "engine/workflow may import no other subject, and not tickets"],
    ["engine/claims/deep/a.ts", "../../groups/group.ts", "engine/claims may import workflow, and not groups"],
    ["app/ledger/a.ts", "../pages/board-page.ts", "app/ledger may import commit, ports, and not pages"],
    ["store/ledger/a.ts", "../tickets/list.ts", "store/ledger may import no other subject, and not tickets"],
    ["store/tickets/a.ts", "../open.ts", "store/tickets may import ledger, and not open.ts"],
    [
      "github/read/a.ts",
      "../write/send.ts",
      "github/read may import client, evidence, layout, operations, and not write",
    ],
    [
      "github/read/a.ts",
      "../tracker/board.ts",
      "github/read may import client, evidence, layout, operations, and not tracker",
    ],
    [
      "app/weather/a.ts",
      "../tickets/list.ts",
      '"app/weather" is no subject: add it to SUBJECTS and to ARCHITECTURE.md',
    ],
  ])("are caught where a subject takes what is none of its business: %s, %s", (file, imports, why) => {
    const root = tree({ [file]: `import type { A } from "${imports}";` });
    expect(findViolations(root)).toEqual([{ file, imports, why }]);
  });

  it("may take what a layer shares, and what puts its subjects together may take all", () => {
    const root = tree({
      "engine/claims/a.ts": 'import type { Key } from "../facts.ts";',
      "app/claims/a.ts": 'import type { Card } from "../pages/views.ts";\nimport { b } from "./b.ts";',
      "github/read/a.ts": 'import type { Context } from "../tracker/context.ts";',
      "store/open.ts": 'import { SqliteDriver } from "./sqlite/driver.ts";',
    });
    expect(findViolations(root)).toEqual([]);
  });
});
