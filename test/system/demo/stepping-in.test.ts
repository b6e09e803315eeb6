import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { BoardAnswer, LedgerAnswer } from "../../../src/http/contract.ts";
import { playDemo } from "../../support/clients/demo.ts";
import { signInBy } from "../../support/clients/sign-in.ts";

const GATE = "Plan in Review";

it("waits for a person, goes on when one has approved a plan, and leaves nothing behind at Ctrl-C", async () => {
  const demo = await playDemo();
  const { link } = demo;
  try {
    const signedIn = await signInBy(link.href);
    const headers = { ...signedIn.headers, origin: link.origin, "content-type": "application/json" };
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
    expect(await demo.stop()).toEqual([0, null]);
  }
  expect(demo.said.at(-1)).toMatch(/^Every rule held/);
  // Node keeps what it has compiled for the next start.
  expect(readdirSync(demo.temp).filter((name) => name !== "node-compile-cache")).toEqual([]);
  demo.forget();
});

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(100);
  }
}
