// A project in git that a person has set up with the built program: `signalbox init --proof`, and then `workflow adopt`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { StdioClient } from "../clients/stdio-client.ts";
import { bareEnv, PROGRAM, runProgram, type Ended } from "../program.ts";
import { NODE_TEST } from "./checked.ts";
import { makeProject, type Project } from "./project.ts";

const FILE = ".signalbox/ticket-proof.json";

export interface InitBoard {
  readonly project: Project;
  /** What init wrote; relative to the agent's checkout. */
  readonly file: string;
  /** In the agent's checkout, without a terminal, as agents run commands. */
  run(...args: readonly string[]): Promise<Ended>;
  /** At a terminal, with the operator's key. */
  person(...args: readonly string[]): Promise<Ended>;
  /** A new ticket in the state in which tickets begin; its number. */
  ticket(): Promise<number>;
  /** A server of the agent's own, in its checkout. */
  serve(name: string, settings?: Readonly<Record<string, string>>): Promise<StdioClient>;
  /** Changes the file behind everybody's back. */
  edit(change: (workflow: Workflow) => Workflow): void;
}

export async function makeInitBoard(): Promise<InitBoard> {
  const project = makeProject();
  const cwd = project.agent.folder;
  const home = join(project.folder, "home");
  const settings = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    SIGNALBOX_DATABASE: join(project.folder, "board", "board.db"),
  };
  const env = bareEnv(settings);
  const person: InitBoard["person"] = (...args) => runProgram(args, { cwd, env });
  const must = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await person(...args);
    if (status !== 0) throw new Error(`signalbox ${args.join(" ")}: ${stderr || stdout}`);
    return stdout;
  };
  await must("init", "--proof", "--yes", "--tests", NODE_TEST.run);
  await must("workflow", "adopt", FILE, "--yes");
  return {
    project,
    file: FILE,
    run: (...args) => runProgram(args, { cwd, env, input: "" }),
    person,
    ticket: async () => (JSON.parse(await must("ticket", "new", "A piece of work", "--json")) as Made).number,
    serve: async (name, more = {}) => {
      const client = new StdioClient(null, { ...settings, ...more, SIGNALBOX_AGENT: name }, PROGRAM, cwd);
      await client.initialize();
      return client;
    },
    edit: (change) => {
      const path = join(cwd, FILE);
      const workflow = JSON.parse(readFileSync(path, "utf8")) as Workflow;
      writeFileSync(path, JSON.stringify(change(workflow)));
    },
  };
}

interface Made {
  readonly number: number;
}
