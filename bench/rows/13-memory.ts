import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { byTurns } from "../by-turns.ts";
import { atMostTimes, type Sample } from "../finding.ts";
import type { Row } from "../row.ts";
import { summarize } from "../statistics.ts";
import { fillBoard, onBoard } from "../stdio/board.ts";
import { livesOf } from "../stdio/handoffs.ts";
import { inLab, signalboxMcp, type Lab } from "../stdio/lab.ts";
import { buildOneTool, echoOf } from "../stdio/one-tool.ts";
import { ServerProcess, type Answer, type Call, type Start } from "../stdio/server-process.ts";

export const memory: Row = {
  number: 13,
  name: "memory",
  what: "memory of signalbox mcp after 10,000 mixed calls",
  baseline: "the one-tool server after as many echo calls",
  measure: (size) =>
    inLab(async (lab) => {
      const [rounds, days, tickets] = size === "full" ? [3, 500, 1_000] : [1, 5, 50];
      const echo = await buildOneTool(lab, Object.fromEntries((await anyDay(lab, tickets)).entries()));
      const echoes = dayOf(1).map((call, index) => echoOf(call, String(index)));
      const taken = await byTurns(
        rounds,
        async () => {
          const server = await begin(signalboxMcp(lab, await newBoard(lab, tickets)));
          await work(server, tickets, days);
          return lastLook(server);
        },
        async () => {
          const server = await begin(echo);
          for (let day = 0; day < days; day++) await server.timed(echoes);
          return lastLook(server);
        },
        0,
      );
      const server = await begin(signalboxMcp(lab, await newBoard(lab, tickets)));
      await work(server, tickets, 2 * days);
      const before = await look(server);
      await work(server, tickets + 2 * days, days);
      const after = await lastLook(server);
      return [
        atMostTimes(1.4, { what: "resident after 10,000 mixed calls", unit: "MB", ...taken }),
        atMostTimes(1.1, {
          what: "resident after 30,000, against after 20,000",
          unit: "MB",
          ours: [after],
          baseline: [before],
          note: "until then V8 lets the heap grow, the one-tool server's as well",
        }),
      ];
    }),
};

/** Twenty calls: a ticket is made, worked on from beginning to end, looked at and talked about. */
function dayOf(number: number): readonly Call[] {
  const life = livesOf([String(number)]);
  const look: Call = { tool: "get_ticket", args: { number } };
  const comment: Call = { tool: "add_comment", args: { number, body: "What was found is in the notes." } };
  const pick: Call = { tool: "pick_actionable_issue", args: { workflowState: "Research Needed" } };
  const made: Call = { tool: "create_ticket", args: { title: "The export is empty", body: "Since Monday." } };
  const early = { command: "impl", intent: "lock", reason: "It looks easy.", dry_run: true };
  return [
    made,
    look,
    { tool: "handoff_ticket", args: { number, ...early } },
    pick,
    ...life.slice(0, 2),
    look,
    comment,
    ...life.slice(2, 4),
    look,
    comment,
    ...life.slice(4, 6),
    look,
    ...life.slice(6),
    look,
    { tool: "detect_pipeline_position", args: { number } },
    { tool: "list_tickets", args: {} },
  ];
}

/** What the calls of a day are answered. */
async function anyDay(lab: Lab, tickets: number): Promise<readonly Answer[]> {
  const server = await begin(signalboxMcp(lab, await newBoard(lab, tickets)));
  const { answers } = await server.timed(dayOf(tickets + 1));
  await server.leave();
  return answers;
}

/** `tickets`: how many there are already. */
async function work(server: ServerProcess, tickets: number, days: number): Promise<void> {
  for (let day = 1; day <= days; day++) {
    const { answers } = await server.timed(dayOf(tickets + day));
    const refused = answers.filter((answer) => answer.isError).length;
    if (refused !== 1) throw new Error(`${refused} calls of day ${day} were refused, and not one`);
  }
}

async function newBoard({ folder }: Lab, tickets: number): Promise<string> {
  const file = join(folder, `${randomUUID()}.db`);
  await onBoard(file, (app) => fillBoard(app, tickets));
  return file;
}

async function begin(start: Start): Promise<ServerProcess> {
  const server = new ServerProcess(start);
  await server.shakeHands();
  return server;
}

async function lastLook(server: ServerProcess): Promise<Sample> {
  const seen = await look(server);
  await server.leave();
  return seen;
}

/** Several times over a short rest, in which it may collect what it no longer needs; nothing forces it to. */
async function look(server: ServerProcess): Promise<Sample> {
  const seen: number[] = [];
  for (let times = 0; times < 5; times++) {
    await sleep(200);
    seen.push(server.residentMb());
  }
  return { value: summarize(seen).median };
}
