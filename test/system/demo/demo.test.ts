import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { PROGRAM } from "../../support/program.ts";

const temp = mkdtempSync(join(tmpdir(), "signalbox-demo-test-"));

afterAll(() => rmSync(temp, { recursive: true, force: true }));

it("plays a demo by real processes, in which every rule holds and nothing is left behind", async () => {
  const args = ["demo", "--headless", "--for", "8s", "--seed", "7", "--speed", "high", "--json"];
  const run = promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env["PATH"], HOME: temp, TMPDIR: temp },
  });
  // Where a rule was broken it ends with 1, and says on stdout which.
  const { stdout } = await run.catch((failed: { readonly stdout: string }) => failed);
  expect(stdout).not.toBe("");
  const verdict = JSON.parse(stdout) as Record<string, number> & { broken: string[] };
  expect(verdict.broken).toEqual([]);
  expect(verdict["moves"]).toBeGreaterThan(15);
  expect(verdict["runSteps"]).toBeGreaterThan(3);
  expect(verdict["sessions"]).toBeGreaterThan(3);
  expect(verdict["refused"]).toBeGreaterThan(2);
  expect(verdict["recovered"]).toBe(verdict["refused"]);
  expect(run.child.exitCode).toBe(0);
  expect(readdirSync(temp).filter((name) => name.startsWith("signalbox-demo-"))).toEqual([]);
});
