// Many `signalbox mcp` on one file, as many agents on one machine have them: each makes tickets and triages them.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { onBoard } from "./board.ts";
import { signalboxMcp, type Lab } from "./lab.ts";
import { ServerProcess, type Answer } from "./server-process.ts";

export interface CrowdReport {
  readonly perSecond: number;
  /** Of each answer, in ms, rising. */
  readonly waits: readonly number[];
  /** What went wrong: an error, or an answer that the board does not bear out. */
  readonly errors: readonly string[];
}

export interface CrowdOptions {
  readonly processes: number;
  readonly seconds: number;
  /** Rounds that each makes before the clock starts. */
  readonly warmUp: number;
}

export async function crowd(lab: Lab, { processes, seconds, warmUp }: CrowdOptions): Promise<CrowdReport> {
  const database = join(lab.folder, `${randomUUID()}.db`);
  await onBoard(database, () => Promise.resolve());
  const servers: ServerProcess[] = [];
  try {
    for (let index = 0; index < processes; index++) {
      const server = new ServerProcess(signalboxMcp({ ...lab, agent: `agent-${index}` }, database));
      servers.push(server);
      // A few at a time: a hundred that start at once would keep each other from it for a minute.
      if (index % 8 === 7 || index === processes - 1) {
        await Promise.all(servers.slice(index - (index % 8)).map((one) => one.shakeHands()));
      }
    }
    const waits: number[] = [];
    const errors: string[] = [];
    const made = new Map<number, string>();
    let [begin, end] = [Infinity, Infinity];
    const ask = async (server: ServerProcess, tool: string, args: object): Promise<Answer["structuredContent"]> => {
      const from = performance.now();
      const { isError, structuredContent } = await server.call({ tool, args });
      const to = performance.now();
      if (isError) errors.push(JSON.stringify(structuredContent));
      if (to >= begin && to < end) waits.push(to - from);
      return structuredContent;
    };
    const round = async (server: ServerProcess): Promise<void> => {
      const title = `The export is empty ${randomUUID()}`;
      const { number } = await ask(server, "create_ticket", { title });
      if (made.has(Number(number))) errors.push(`#${String(number)} was given twice`);
      made.set(Number(number), title);
      const triage = { number, command: "triage", to_state: "Research Needed", reason: "Nobody knows why." };
      await ask(server, "handoff_ticket", triage);
    };
    await Promise.all(
      servers.map(async (server) => {
        for (let done = 0; done < warmUp; done++) await round(server);
      }),
    );
    begin = performance.now();
    end = begin + seconds * 1000;
    await Promise.all(
      servers.map(async (server) => {
        while (performance.now() < end) await round(server);
      }),
    );
    const highest = Math.max(...made.keys());
    if (highest !== made.size) errors.push(`${made.size} tickets, and the highest number is ${highest}`);
    return { perSecond: waits.length / seconds, waits: waits.toSorted((one, other) => one - other), errors };
  } finally {
    await Promise.all(servers.map((server) => server.leave()));
  }
}
