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
  });
});
