import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

import { PROGRAM, runProgramSync } from "../../support/program.ts";

it("a reader who has seen enough ends a command quietly", async () => {
  const child = spawn(process.execPath, [PROGRAM, "workflow", "show", "ticket"], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.destroy();
  const [status] = (await once(child, "close")) as [number | null];
  expect({ status, complaint }).toEqual({ status: 0, complaint: "" });
});

it("a watch whose output is a file goes on until it is interrupted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-pipes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env["PATH"], HOME: folder, SIGNALBOX_DATABASE: join(folder, "board.db") };
  const add = (title: string): void => {
    const made = runProgramSync(["ticket", "new", title], { env, cwd: folder });
    expect(made.stderr).toBe("");
  };
  add("First");
  const file = join(folder, "out.jsonl");
  const out = openSync(file, "w");
  const child = spawn(process.execPath, [PROGRAM, "board", "--watch", "--json"], {
    env,
    cwd: folder,
    stdio: ["ignore", out, "inherit"],
  });
  closeSync(out);
  const ended = once(child, "exit");
  const patiently = { timeout: 30_000 };
  await expect.poll(() => readFileSync(file, "utf8"), patiently).toContain("First");
  add("Second");
  await expect.poll(() => readFileSync(file, "utf8"), patiently).toContain("Second");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});
