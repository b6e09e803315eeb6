import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { PROGRAM } from "../../support/program.ts";

const temp = mkdtempSync(join(tmpdir(), "signalbox-demo-test-"));

afterAll(() => rmSync(temp, { recursive: true, force: true }));

it.skipIf(process.platform !== "linux")("leaves no process behind when the demo itself is killed", async () => {
  const args = ["demo", "--agents", "3", "--speed", "high", "--no-open"];
  const demo = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env["PATH"], HOME: temp, TMPDIR: temp },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: demo.stdout })) if (line.includes("takes #")) break;
  // Three agents and the run, a server for each, and the dashboard.
  expect(processesIn(temp).length).toBeGreaterThanOrEqual(9);
  demo.kill("SIGKILL");
  await once(demo, "exit");
  while (processesIn(temp).length > 0) await sleep(100);
});

function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && folderOf(name).startsWith(folder));
}

function folderOf(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    // It is gone, or is somebody else's.
    return "";
  }
}
