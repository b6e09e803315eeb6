import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../../src/app/sessions/disconnect.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { agent, appOn, openStore, person } from "../../support/processes/app.ts";
import { track } from "../../support/processes/child.ts";
import { ENGINES, freshPlace } from "../../support/processes/place.ts";
import { PROGRAM } from "../../support/program.ts";
import { sweepTogether } from "./sweep.ts";

const HOUR_MS = 3_600_000;

describe.each(ENGINES)("servers that sweep at the same moment on %s", (engine) => {
  it("end each session once", async () => {
    const { ended, stale, ends, problems } = await sweepTogether(engine, 2, 10);
    expect(problems).toEqual([]);
    expect(ends).toEqual(Array.from({ length: 10 }, () => 1));
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(10);
    // They did meet: one of them came too late at least once.
    expect(stale).toBeGreaterThan(0);
  });
});

describe("signalbox serve", () => {
  it("ends a session whose client went away long ago", async () => {
    const place = await freshPlace("sqlite");
    onTestFinished(() => place.remove());
    const id = await leftAnHourAgo(place.address.database);
    const args = [PROGRAM, "serve", "--port", "0", "--database", place.address.database];
    const server = track(spawn(process.execPath, args, { cwd: place.folder, stdio: ["ignore", "pipe", "inherit"] }));
    const [listens, over] = [once(server.stdout, "data"), once(server, "close")];
    const store = await openStore(place.address);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await store.sessions.get(id))?.completedAt !== null) resolve();
    };
    const stop = store.watch(() => void look());
    await look();
    await ended;
    stop();
    expect(await store.sessions.get(id)).toMatchObject({ state: "failed", outcome: "timeout" });
    const [row] = await store.ledger.history({ type: "session", key: id }, 1);
    expect(row).toMatchObject({ by: { via: "http" }, texts: { metadata: expect.stringContaining("120 s") as string } });
    await store.close();
    await listens;
    server.kill("SIGTERM");
    await over;
    expect(server.exitCode).toBe(0);
  });
});

async function leftAnHourAgo(database: string): Promise<string> {
  const store = await openStore({ database }, { clock: () => Date.now() - HOUR_MS });
  const app = appOn(store);
  const caller = agent("gone");
  const ticket = await createTicket(app, person, { title: "Find out" });
  if (isRefusal(ticket)) throw new Error(tell(ticket, "mcp").error);
  const opened = await createSession(app, caller, { ticket: String(ticket.number) });
  if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
  await disconnectSessions(app, caller, "gone");
  await store.close();
  return opened.sessionId;
}
