import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import { PROGRAM } from "../../support/program.ts";

const temp = mkdtempSync(join(tmpdir(), "signalbox-demo-test-"));

afterAll(() => rmSync(temp, { recursive: true, force: true }));

function play(...args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [PROGRAM, "demo", "--headless", "--seed", "7", "--speed", "8", ...args], {
    env: { PATH: args.length > 0 ? temp : process.env["PATH"], HOME: temp, TMPDIR: temp },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const BOAST = /^(\w+) +says that the tests of #(\d+) pass, and has not run them/;

it("shows an agent that claims a pass, is refused, runs the check, and gets through", async () => {
  const demo = play();
  const gone = once(demo, "exit");
  const lines: string[] = [];
  // By agent: while one goes through it, another may begin.
  const stories = new Map<string, readonly RegExp[]>();
  const isTold = (): boolean => [...stories.values()].some((story) => story.length === 0);
  for await (const line of createInterface({ input: demo.stdout })) {
    lines.push(line);
    if (isTold()) continue;
    const [, who = "", number = ""] = BOAST.exec(line) ?? [];
    if (who !== "") stories.set(who, storyOf(who, number));
    for (const [name, [next, ...rest]] of stories) if (next?.test(line)) stories.set(name, rest);
    if (isTold()) demo.kill("SIGINT");
  }
  expect(await gone).toEqual([0, null]);
  expect(isTold()).toBe(true);
  expect(lines.at(-1)).toMatch(/^Every rule held/);
  expect(readdirSync(temp).filter((name) => name !== "node-compile-cache")).toEqual([]);
});

function storyOf(who: string, number: string): readonly RegExp[] {
  return [
    new RegExp(`^${who} +is refused: facts_missing`),
    new RegExp(`^${who} +runs signalbox check ${number} `),
    new RegExp(`^${who} +gets on by handoff_ticket`),
  ];
}

it("says so where git is missing, and plays the rest", async () => {
  const demo = play("--for", "1s");
  const gone = once(demo, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: demo.stdout })) lines.push(line);
  expect(await gone).toEqual([0, null]);
  expect(lines[0]).toContain("git is missing here");
  expect(lines.join("\n")).toContain("takes #");
});
