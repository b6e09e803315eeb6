// Runs one hook: the event comes on standard input, the answer goes to standard output. A gate that can't read the board
// denies; where GitHub does not answer it allows, as the server asks there again. The other hooks go on, and tell the
// person that they could not look. Nothing is loaded that a hook can do without.

import { wayOut } from "../../app/commit/errors.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { plainJson, showName } from "../../engine/words.ts";
import { print, printError } from "../support/output.ts";
import type { HookAnswer } from "./answer.ts";
import { beginningOf, couldNotCheck, judgeBeginning } from "./convergence-gate.ts";
import { MOST_EVENT_BYTES, readEvent, type HookEvent } from "./event.ts";
import { actsAsCommand, identify } from "./identity.ts";
import { observe } from "./observe.ts";
import { remind } from "./report-reminder.ts";
import { guardStop } from "./stop-guard.ts";

interface Hook {
  readonly about: string;
  /** The events that it is made for. */
  readonly events: readonly string[];
  readonly gate: boolean;
  readonly run: (event: HookEvent, folder: string) => Promise<HookAnswer>;
}

export const HOOKS: Readonly<Record<string, Hook>> = {
  identity: {
    about: "fill in which agent acts, and hold the plugin's agents to their commands",
    events: ["PreToolUse"],
    gate: true,
    run: async (event, folder) => identify(event, actsAsCommand(event) ? await machineFor(event, folder) : null),
  },
  "convergence-gate": {
    about: "keep a group from being begun before all of it has arrived",
    events: ["PreToolUse"],
    gate: true,
    run: gateConvergence,
  },
  "report-reminder": {
    about: "remind an agent that edits files to report it",
    events: ["PostToolUse"],
    gate: false,
    run: async (event, folder) => {
      const { withHookBoard, workOf, isTrusted } = await import("./board.ts");
      // The guard at the end tells the person; after every edit it would be noise.
      if (!isTrusted(folder)) return null;
      return withHookBoard(event, folder, async (board) =>
        remind(event, await workOf(board), board.reader.stored.sessions),
      );
    },
  },
  "stop-guard": {
    about: "remind an agent that stops to hand off what it holds",
    events: ["Stop", "SubagentStop", "TeammateIdle"],
    gate: false,
    run: async (event, folder) => {
      const { withHookBoard, workAsItIsNow } = await import("./board.ts");
      return withHookBoard(event, folder, async (board) =>
        guardStop(event, await workAsItIsNow(board), board.reader.stored.machine),
      );
    },
  },
  observe: {
    about: "note who is at work, without the agent's help",
    events: ["PostToolUse", "SessionEnd"],
    gate: false,
    run: runObserve,
  },
};

/** A client takes a hook that it had to end for one that has nothing against the call: it waits 10 seconds. */
const DEADLINE_MS = 6000;

/** Never throws: an exit code that the client does not know would open a gate. */
export async function runHook(name: string): Promise<void> {
  const hook = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined;
  if (!hook) {
    printError(`signalbox: there is no hook ${showName(name)}; the hooks are ${Object.keys(HOOKS).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  const late = setTimeout(() => {
    fail(name, hook, `it came to no answer within ${DEADLINE_MS / 1000} seconds; a person should run signalbox doctor`);
    process.stdout.write("", () => process.exit());
  }, DEADLINE_MS);
  try {
    say(await answerTo(hook, await readInput()));
  } catch (error) {
    fail(name, hook, problemIn(error));
  } finally {
    clearTimeout(late);
    // A request that nobody waits for any more must not keep the client waiting.
    process.stderr.write("", () => process.stdout.write("", () => process.exit()));
  }
}

function answerTo(hook: Hook, input: string): Promise<HookAnswer> {
  const event = readEvent(input);
  if ("problem" in event) throw new Error(event.problem);
  if (!hook.events.includes(event.kind)) {
    throw new Error(`it is made for ${hook.events.join(", ")}, and not for ${showName(event.kind)}`);
  }
  return hook.run(event, process.env["CLAUDE_PROJECT_DIR"] ?? process.cwd());
}

async function gateConvergence(event: HookEvent, folder: string): Promise<HookAnswer> {
  try {
    const { withHookBoard, tryBeginning, isTrusted } = await import("./board.ts");
    // The server refuses every call until a person has trusted the settings; other tools are none of our business.
    if (!isTrusted(folder)) return null;
    return await withHookBoard(event, folder, async (board) => {
      const beginning = beginningOf(event, board.reader.stored.machine);
      return beginning && judgeBeginning(await tryBeginning(board, beginning));
    });
  } catch (error) {
    return couldNotCheck(problemIn(error));
  }
}

async function runObserve(event: HookEvent, folder: string): Promise<HookAnswer> {
  const seen = observe(event);
  if (seen.saw === "nothing") return null;
  const { withHookBoard, markGone, openSession } = await import("./board.ts");
  return withHookBoard(event, folder, async (board): Promise<HookAnswer> => {
    if (seen.saw === "end") {
      await markGone(board);
      return null;
    }
    const refused = await openSession(board, seen.ticket, seen.holder);
    return refused && { systemMessage: `signalbox: no session was opened: ${tell(refused, "cli").error}` };
  });
}

/** By what the server will judge the call: the board's workflow, or the one that a new board would begin with. */
async function machineFor(event: HookEvent, folder: string): Promise<Machine | null> {
  const { withHookBoard, machineToBe, isTrusted } = await import("./board.ts");
  // The server refuses the call, whatever the command is.
  if (!isTrusted(folder)) return null;
  return (await withHookBoard(event, folder, async ({ reader }) => reader.stored.machine)) ?? machineToBe(folder);
}

/** Never silently: a gate says no by its exit code, the others tell the person. */
function fail(name: string, hook: Hook, problem: string): void {
  const text = `signalbox hook ${name}: ${problem}`;
  printError(text);
  if (hook.gate) process.exitCode = 2;
  else say({ systemMessage: text });
}

function say(answer: HookAnswer): void {
  if (answer === null) return;
  if ("objection" in answer) {
    printError(answer.objection);
    process.exitCode = 2;
    return;
  }
  print(plainJson(answer));
}

function problemIn(error: unknown): string {
  const known = wayOut(error);
  if (known) return `${known.what} ${known.recovery}`;
  return error instanceof Error ? error.message : String(error);
}

/** Read to its end, so that the client is not left with a broken pipe, but kept only as far as it can be used. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_EVENT_BYTES + 1) chunks.push(chunk);
  }
  return size > MOST_EVENT_BYTES ? " ".repeat(MOST_EVENT_BYTES + 1) : Buffer.concat(chunks).toString("utf8");
}
