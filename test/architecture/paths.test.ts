import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathsIn } from "./paths.ts";

const ROOT = join(import.meta.dirname, "../..");

function missing(markdown: string): readonly string[] {
  return pathsIn(markdown).filter((path) => {
    const there = existsSync(join(ROOT, path));
    return !there || path.endsWith("/") !== statSync(join(ROOT, path)).isDirectory();
  });
}

describe("ARCHITECTURE.md", () => {
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

  it("names only what is there", () => {
    expect(pathsIn(page).length).toBeGreaterThan(70);
    expect(missing(page)).toEqual([]);
  });

  it("names every layer", () => {
    const layers = [
      "engine",
      "app",
      "store",
      "github",
      "workflows",
      "importers",
      "setup",
      "mcp",
      "http",
      "cli",
      "demo",
    ];
    expect(pathsIn(page)).toEqual(expect.arrayContaining(layers.map((layer) => `src/${layer}/`)));
  });

  it.each([
    ["in backticks", page.replace("`src/app/tickets/handoff.ts`", "`src/app/handoff.ts`"), ["src/app/handoff.ts"]],
    ["in the tree", page.replace("  engine/ ", "  motor/ "), expect.arrayContaining(["src/motor/", "src/motor/lint/"])],
    ["in the tree, a file", page.replace("    facts.ts ", "    truths.ts "), ["src/engine/truths.ts"]],
    [
      "as one of several",
      page.replace("claims/ groups/ position/ sessions/ runs/\n", "claims/ teams/ runs/\n"),
      ["src/engine/teams/"],
    ],
    ["as a file that is a folder", "`src/engine/tickets`", ["src/engine/tickets"]],
  ])("would be caught with a path that is not there: %s", (_, planted, found) => {
    expect(planted).not.toBe(page);
    expect(missing(planted)).toEqual(found);
  });
});
