import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROGRAM as LAUNCHER, ROOT } from "../../support/program.ts";

const OLD = ["--import", join(import.meta.dirname, "old-node.mjs")];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-launcher-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the launcher", () => {
  it("runs the built program", () => {
    const { stdout, status } = spawnSync(process.execPath, [LAUNCHER, "--version"], { encoding: "utf8" });
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(status).toBe(0);
  });

  it("keeps quiet where Node calls its SQLite an experiment, and about nothing else", () => {
    const warn = (what: string): string =>
      `process.emitWarning("${what} is an experimental feature", "ExperimentalWarning")`;
    const late = `process.once("beforeExit", () => { ${warn("SQLite")}; ${warn("Another")}; })`;
    const args = ["--import", `data:text/javascript,${encodeURIComponent(late)}`, LAUNCHER, "--version"];
    const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toContain("Another is an experimental feature");
    expect(stderr).not.toContain("SQLite");
  });

  it("started by an old Node, goes on with the checkout's own, arguments and exit code included", () => {
    const args = [...OLD, LAUNCHER, "workflow", "path", "backlog", "nowhere"];
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toContain('Unknown state "nowhere"');
    expect(status).toBe(2);
  });

  it("says in one line what to install where there is no other Node", () => {
    cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
    const args = [...OLD, join(folder, "bin/signalbox.js"), "--version"];
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/Node 20\.20\.2 is too old; install Node 24/)]);
    expect(status).toBe(1);
  });

  it("says that it has to be built where it is not", () => {
    cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
    const args = [join(folder, "bin/signalbox.js"), "--version"];
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toContain("npm run build");
    expect(status).toBe(1);
  });

  it("passes on the signal that ends it, and leaves nobody behind", async () => {
    const args = [...OLD, LAUNCHER, "serve", "--port", "0", "--database", join(folder, "board.db")];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, "line"), once(child, "exit")])) as [string];
    const address = /http:\/\/[^/]+/.exec(line)?.[0] ?? "";
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    child.kill("SIGTERM");
    await once(child, "exit");
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });
});

function once(
  emitter: { once(event: string, listener: (...args: unknown[]) => void): unknown },
  event: string,
): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(event, (...args) => resolve(args)));
}
