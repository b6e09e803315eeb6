// Libraries that only one command needs are loaded when it runs. A bundle can break that without any source knowing it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const LAUNCHER = join(import.meta.dirname, "../../../bin/signalbox.js");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-libraries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function signalbox(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1", SIGNALBOX_DATABASE: join(folder, "board.db") };
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

describe("the built program", () => {
  it("reads CSV, and says in which line a quote is never closed", () => {
    writeFileSync(join(folder, "tickets.csv"), 'title,body\nOne,"two\nlines"\n"Three');
    const { status, stdout, stderr } = signalbox("import", "--from", "csv", "tickets.csv", "--dry-run", "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      tickets: [{ title: "One", body: expect.stringMatching(/^two\nlines\n/) }, { title: "Three" }],
      notes: ["tickets.csv, line 4: a quote that is opened is never closed"],
    });
  });

  it("shows what init changes in a file, hunk by hunk", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `  "k${index}": ${index}`);
    writeFileSync(join(folder, ".mcp.json"), `{\n${lines.join(",\n")}\n}\n`);
    const { status, stdout, stderr } = signalbox("init", "--client", "claude", "--dry-run");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("--- .mcp.json\n+++ .mcp.json\n@@ line 10 @@\n");
    expect(stdout).toMatch(/^- {3}"k11": 11\n\+ {3}"k11": 11,\n\+ {3}"mcpServers"/m);
    expect(stdout).not.toContain('"k7"');
  });
});
