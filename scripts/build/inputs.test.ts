import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { hashInputs, isFresh, stampPath } from "./inputs.ts";

let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "signalbox-inputs-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of ["src/a.ts", "src/deep/b.ts", "src/a.test.ts", "web/src/page.tsx", "package.json", "README.md"]) {
    write(file, file);
  }
  mkdirSync(join(root, "dist"));
  writeFileSync(stampPath(join(root, "dist")), hashInputs(root));
});

describe("a build", () => {
  it("is fresh until something changes that it is made of", () => {
    expect(isFresh(root)).toBe(true);
    write("src/a.test.ts", "another test");
    write("README.md", "other words");
    expect(isFresh(root)).toBe(true);
  });

  it.each<[string, () => void]>([
    ["a line of the program", () => write("src/deep/b.ts", "other")],
    ["a page", () => write("web/src/page.tsx", "other")],
    ["a workflow that comes", () => write("workflows/ticket.json", "{}")],
    ["the packages", () => write("package.json", "{}")],
    ["a file that goes", () => rmSync(join(root, "src/a.ts"))],
    ["a file that is renamed", () => renameSync(join(root, "src/a.ts"), join(root, "src/c.ts"))],
    [
      "text that moves from one file to the next",
      () => (write("src/a.ts", "src/a.tssrc/deep/"), write("src/deep/b.ts", "b.ts")),
    ],
  ])("is stale after %s", (_, change) => {
    change();
    expect(isFresh(root)).toBe(false);
  });

  it("is stale where it is not there", () => {
    rmSync(join(root, "dist"), { recursive: true });
    expect(isFresh(root)).toBe(false);
  });
});
