import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { BoardAnswer, LedgerAnswer } from "../../src/http/contract.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const GATE = "Plan in Review";
const temp = mkdtempSync(join(tmpdir(), "signalbox-demo-test-"));

afterAll(() => rmSync(temp, { recursive: true, force: true }));

it("waits for a person, goes on when one has approved a plan, and leaves nothing behind at Ctrl-C", async () => {
  const args = ["demo", "--wait-for-me", "--agents", "4", "--seed", "7", "--speed", "8", "--quiet", "--no-open"];
  const demo = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env["PATH"], HOME: temp, TMPDIR: temp },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(demo, "exit");
  const said: string[] = [];
  const linked = Promise.withResolvers<string>();
  createInterface({ input: demo.stdout }).on("line", (line) => {
    said.push(line);
    const [link] = /http\S+\/open\?code=\S+/.exec(line) ?? [];
    if (link !== undefined) linked.resolve(link);
  });
  try {
    const link = new URL(
      await Promise.race([linked.promise, gone.then(() => Promise.reject(new Error(said.join("\n"))))]),
    );
    const opened = await fetch(link, { redirect: "manual" });
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const headers = { cookie, origin: link.origin, "content-type": "application/json" };
    const board = async (): Promise<BoardAnswer> =>
      (await fetch(`${link.origin}/api/board`, { headers })).json() as Promise<BoardAnswer>;

    const waiting = await until(async () => (await board()).cards.find((card) => card.state === GATE));
    const body = JSON.stringify({ toState: "In Progress", reason: "Reads well." });
    const sent = await fetch(`${link.origin}/api/tickets/${waiting.key}/handoff`, { method: "POST", headers, body });
    expect(sent.status).toBe(200);

    const rows = await until(async () => {
      const answer = await fetch(`${link.origin}/api/ledger?after=0&limit=1000`, { headers });
      const { rows: events } = (await answer.json()) as LedgerAnswer;
      const after = events.filter(({ subject, from }) => subject.key === waiting.key && from === "In Progress");
      return after.length > 0 ? events : undefined;
    });
    const approved = rows.filter(
      ({ subject, from, kind }) => subject.type === "ticket" && kind === "move" && from === GATE,
    );
    expect(approved.map(({ person, subject }) => [person, subject.key])).toEqual([[true, waiting.key]]);
  } finally {
    demo.kill("SIGINT");
    await gone;
  }
  expect(await gone).toEqual([0, null]);
  expect(said.at(-1)).toMatch(/^Every rule held/);
  expect(readdirSync(temp)).toEqual([]);
}, 120_000);

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(100);
  }
}
