import { join } from "node:path";
import { openStore } from "../../test/support/processes/app.ts";
import { audit } from "../../test/support/processes/audit.ts";
import { Child } from "../../test/support/processes/child.ts";
import { byTurns } from "../by-turns.ts";
import { atLeastTimes, atMostTimes, counted, exactly, type Sample } from "../finding.ts";
import type { CrowdOrders, CrowdWent } from "../http/crowd-worker.ts";
import type { EchoReady } from "../http/echo-server.ts";
import { startServer } from "../http/servers.ts";
import type { Row, Size } from "../row.ts";
import { inLab } from "../stdio/lab.ts";

const SIZES = {
  full: { rounds: 5, warmUp: 1, seconds: 6, clients: 100 },
  quick: { rounds: 1, warmUp: 0, seconds: 1, clients: 20 },
} as const satisfies Record<Size, object>;
const HERE = join(import.meta.dirname, "..", "http");

export const httpCrowd: Row = {
  number: 16,
  name: "http-crowd",
  what: "100 clients at /mcp of one server, SQLite, durable: each makes tickets",
  baseline: "the SDK's bare echo behind the same HTTP layer, with as many clients",
  shortfall:
    "In a profile of the server 22 % of its time are SQLite's statements and 14 % the garbage collector's; the rest is HTTP, the SDK and the answer, as behind the echo.",
  measure: (size) =>
    inLab(async ({ folder, env }) => {
      const { rounds, warmUp, seconds, clients } = SIZES[size];
      const database = join(folder, "board.db");
      const server = await startServer(database, env);
      const echo = new Child("echo", join(HERE, "echo-server.ts"), null);
      const crowd = new Child("crowd", join(HERE, "crowd-worker.ts"), null);
      try {
        const { url: echoUrl } = await echo.hear<EchoReady>();
        await crowd.hear();
        const went: CrowdWent[] = [];
        const [first, echoFirst]: [Sample[], Sample[]] = [[], []];
        const go = async (url: string, last: Sample[]): Promise<Sample> => {
          const one = await crowd.ask<CrowdWent>({ url, clients, seconds } satisfies CrowdOrders);
          went.push(one);
          last.push({ value: Math.max(...one.first) });
          return { value: one.perSecond };
        };
        const taken = await byTurns(
          rounds,
          () => go(server.url, first),
          () => go(echoUrl, echoFirst),
          warmUp,
        );
        await server.stop();
        const board = await openStore({ database });
        const { problems, kinds } = await audit(board);
        await board.close();
        const errors = [...went.flatMap((one) => one.errors), ...problems];
        for (const error of errors.slice(0, 20)) console.error(error);
        return [
          atLeastTimes(0.8, {
            what: "answers to 100 clients",
            unit: "per second",
            ...taken,
            note: `${kinds.get("create")} tickets were made. Ours answers in one piece; the SDK by itself opens a stream for each answer.`,
          }),
          atMostTimes(3, {
            what: "the last of 100 clients that connect at once, until its first answer",
            unit: "ms",
            ours: first.slice(warmUp),
            baseline: echoFirst.slice(warmUp),
          }),
          exactly(0, "errors, and what an audit finds wrong", counted("", errors.length)),
        ];
      } finally {
        await Promise.all([server.stop(), echo.kill(), crowd.kill()]);
      }
    }),
};
