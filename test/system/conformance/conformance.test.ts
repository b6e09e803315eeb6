import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startConformanceServer, type ConformanceServer } from "./server.ts";

const SUITE = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));

const ASKS_BACK =
  "asks the client in the middle of a call, for which this revision needs a session: over HTTP there is none, and no tool asks";

const EXCEPTIONS: Record<string, Record<string, string>> = {
  "2025-11-25": {
    "tools-call-sampling": ASKS_BACK,
    "tools-call-elicitation": ASKS_BACK,
    "elicitation-sep1034-defaults": ASKS_BACK,
    "elicitation-sep1330-enums": ASKS_BACK,
    "server-sse-multiple-streams": "checks nothing on a server that gives out no session ids",
  },
  "2026-07-28": {},
};

let server: ConformanceServer;

beforeAll(async () => {
  server = await startConformanceServer();
});

afterAll(() => server.close());

describe.each(Object.entries(EXCEPTIONS))("the requirements of %s", (revision, exceptions) => {
  it("are met, but for the named exceptions", { timeout: 600_000 }, async () => {
    const { server: required } = parse(readFileSync(join(SUITE, "requirements", `${revision}.yaml`), "utf8")) as {
      server: string[];
    };
    const { results, output } = await runSuite(revision);
    const unmet = required.filter((scenario) => !results.get(scenario));
    expect(unmet, output).toEqual(required.filter((scenario) => scenario in exceptions));
    expect(required.filter((scenario) => results.get(scenario)).length).toBeGreaterThanOrEqual(25);
  });
});

/** A scenario is met that has passed checks, and no failed ones. */
async function runSuite(revision: string): Promise<{ results: Map<string, boolean>; output: string }> {
  const args = [join(SUITE, "dist/index.js"), "server", "--url", server.url, "--requirements", revision];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  const summary = output.slice(output.indexOf("=== SUMMARY ==="));
  const lines = summary.matchAll(/^. ([a-z0-9-]+): (\d+) passed, (\d+) failed/gm);
  return {
    results: new Map([...lines].map(([, name = "", passed, failed]) => [name, passed !== "0" && failed === "0"])),
    output,
  };
}
