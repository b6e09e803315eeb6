// A folder for one client: a project with a board, a home of its own, and the built program on the path.

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { App, Caller } from "../../../src/app/app.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { viewRun } from "../../../src/app/runs/view-run.ts";
import type { Session } from "../../../src/app/ports/sessions.ts";
import { wayOfItem } from "../../../src/engine/runs/item-way.ts";
import { shortestPath } from "../../../src/engine/graph/paths.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../src/store/open.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { PROGRAM } from "../../support/program.ts";
import { shippedRuns } from "../../support/workflows.ts";

const person: Caller = { actor: { kind: "person", name: "Ada" }, via: "test" };

export interface World {
  readonly project: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** New tickets in these states; their numbers. */
  readonly tickets: (...states: string[]) => Promise<number[]>;
  /** Where a ticket stands, who acted on it, and how. */
  readonly look: (number: number) => Promise<Looked>;
  readonly move: (number: number, to: string) => Promise<void>;
  readonly run: (project: string, session: string) => Promise<WholeRun>;
  /** From now on the program lives by another clock. */
  readonly setClock: (env: Readonly<Record<string, string>>) => void;
  readonly sessions: (number: number) => Promise<readonly Session[]>;
  readonly remove: () => void;
}

export interface Looked {
  readonly state: string | null;
  readonly holder: string | null;
  readonly rows: readonly { readonly kind: string; readonly by: unknown; readonly data: Record<string, unknown> }[];
}

export interface WholeRun {
  readonly done: boolean;
  readonly state: string;
  /** Each with the skills that lead it, and the ids of its tasks. */
  readonly items: readonly {
    readonly number: number;
    readonly title: string;
    readonly type: string;
    readonly skills: readonly string[];
    readonly tasks: readonly string[];
  }[];
  readonly batches: readonly (readonly string[])[];
  readonly completed: readonly string[];
}

export function makeWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-client-"));
  const [project, home, bin] = [join(folder, "project"), join(folder, "home"), join(folder, "bin")];
  for (const made of [project, home, bin, join(project, ".git")]) mkdirSync(made);
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  const placeProgram = (env: Readonly<Record<string, string>>): void => {
    const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
    const start = `exec "${process.execPath}" "${PROGRAM}" "$@"\n`;
    writeFileSync(join(bin, "signalbox"), `#!/bin/sh\n${exports.join("")}${start}`);
  };
  placeProgram({});
  // What init writes is what a client starts; only that nothing is fetched from anywhere.
  writeFileSync(join(bin, "npx"), '#!/bin/sh\nshift\nexec "$@"\n');
  for (const name of ["signalbox", "npx"]) chmodSync(join(bin, name), 0o755);
  const database = join(project, ".git/signalbox/board.db");
  const withApp = async <T>(use: (app: App) => Promise<T>): Promise<T> => {
    const board = await openBoard({ database });
    const machine = shipped("ticket");
    try {
      return await use({ board, machine, sessions: shipped("session"), runs: shippedRuns(), newId: randomUUID });
    } finally {
      await board.close();
    }
  };
  return {
    project,
    home,
    env: { PATH: `${bin}:${process.env["PATH"]}`, HOME: home, TERM: "dumb", LANG: "C.UTF-8" },
    tickets: (...states) =>
      withApp(async (app) => {
        const numbers: number[] = [];
        for (const state of states) numbers.push(await ticketIn(app, state));
        return numbers;
      }),
    look: (number) =>
      withApp(async ({ board }) => {
        const ticket = await board.tickets.get(String(number));
        const rows = await board.ledger.history({ type: "ticket", key: String(number) }, 100);
        const { connection, agent } = ticket?.claim?.holder ?? { connection: null, agent: null };
        return {
          state: ticket?.state ?? null,
          holder: connection === null ? null : `${connection}/${agent}`,
          rows: rows.map(({ kind, by, data }) => ({ kind, by, data: data as Record<string, unknown> })),
        };
      }),
    move: (number, to) =>
      withApp(async (app) => {
        const moved = await handoff(app, person, { key: String(number), toState: to, reason: "Good." });
        if (isRefusal(moved)) throw new Error(tell(moved, "mcp").error);
      }),
    run: (project, session) => withApp((app) => wholeRun(app, project, session)),
    setClock: placeProgram,
    sessions: (number) => withApp(({ board }) => board.sessions.list({ tickets: [String(number)] }, 10)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function ticketIn(app: App, state: string): Promise<number> {
  const made = await createTicket(app, person, { title: `One for ${state}` });
  if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
  for (const { to } of shortestPath(app.machine, app.machine.workflow.start, state) ?? []) {
    await handoff(app, person, { key: String(made.number), toState: to, reason: "To begin with." });
  }
  return made.number;
}

async function wholeRun(app: App, project: string, session: string): Promise<WholeRun> {
  const view = await viewRun(app, { project, session });
  if (isRefusal(view)) throw new Error(tell(view, "mcp").error);
  const tasks = view.batches.flatMap((batch) => batch.tasks);
  return {
    done: view.done,
    state: view.state,
    items: view.items.map(({ number, title, type }) => ({
      number,
      title,
      type,
      skills: wayOfItem(app.runs.machine, type).flatMap(({ skill }) => skill ?? []),
      tasks: tasks.filter(({ item }) => item === number).map(({ id }) => id),
    })),
    batches: view.batches.map((batch) => batch.tasks.map(({ id }) => id)),
    completed: view.completedTasks,
  };
}

/** Runs a client to its end, or until it is killed; what it printed. */
export async function runClient(
  world: World,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  killed?: AbortSignal,
): Promise<string> {
  const child = spawn(program, args, {
    cwd: world.project,
    env: { ...world.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  killed?.addEventListener("abort", () => child.kill("SIGKILL"));
  const timer = setTimeout(() => child.kill("SIGKILL"), 180_000);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  return output;
}
