// Claude Code on a board that asks for proof: it says that it is done, and comes through by the check that it is told to run.

import type { Told, Reply } from "./anthropic.ts";
import { call, claude, claudeTool } from "./claude.ts";
import { check, type Scenario } from "./scenario.ts";
import { plainly } from "./slips.ts";
import type { World } from "./world.ts";
import { nodeTests } from "../../support/git/checked.ts";
import { git } from "../../support/git/project.ts";
import { runProgram } from "../../support/program.ts";

const FILE = ".signalbox/ticket-proof.json";
const TESTS = `"${process.execPath}" --test --test-reporter=tap`;

/** What an agent does in its shell before it says that it is done. */
const BUILD = [
  "git checkout --quiet -b feature",
  `printf '%s' '${nodeTests(2)}' > a.test.mjs`,
  "git add a.test.mjs",
  "git commit --quiet -m 'The work'",
  "git rev-parse HEAD",
].join(" && ");

export const CLAUDE_PROOF: readonly Scenario[] = [
  {
    name: "claims that its work is done, is refused for want of tests, runs the check in its shell, and passes",
    run: async (world, program) => {
      const number = await boardWithProof(world);
      const heard: string[] = [];
      const reply = (told: Told): Reply => {
        if (!told.tools.includes(claudeTool("handoff_ticket"))) return { say: "ok" };
        heard.splice(0, heard.length, ...told.results.map((result) => plainly(result)));
        return next(number, heard);
      };
      const output = await claude(world, program, "Build the ticket.", reply, "--allowedTools", "Bash");
      const [, , refused = "", checked = "", passed = ""] = heard;
      const commit = commitIn(heard);
      check(refused.includes("tests: no pass at"), `it was refused for want of tests: ${refused}`, output);
      check(refused.includes("reported a pass, which does not count"), `its word was heard: ${refused}`, output);
      check(checked.includes("2 tests passed"), `the check ran in its shell: ${checked}`, output);
      check(!passed.includes("Recovery:"), `the same call went through: ${passed}`, output);
      const { state, rows } = await world.look(number);
      check(state === "In Review", `it stands in ${state}:\n${heard.join("\n")}`, output);
      const codes = rows.filter(({ kind }) => kind === "refuse").map(({ data }) => data["code"]);
      check(codes.join() === "facts_missing", `refused once, for facts: ${codes.join()}`, output);
      const handed = rows.some(({ kind, data }) => kind === "move" && data["commit"] === commit);
      check(handed, "it was handed in with its commit", output);
      const facts = await factsOf(world, commit);
      check(facts.includes("tests pass witnessed"), `what is known of the commit: ${facts.join()}`, output);
      return [refused, checked];
    },
  },
];

/** Nothing but what it was told: the command in a refusal is run as it stands there, and the call is made again. */
function next(number: number, results: readonly string[]): Reply {
  const [locked = "", , refused = ""] = results;
  const [, claim] = /"token":\s*"([^"]+)"/.exec(locked) ?? [];
  const complete = call("handoff_ticket", {
    number,
    command: "ralph_impl",
    intent: "complete",
    reason: "All is done, and the tests pass.",
    commit: commitIn(results),
    evidence: { tests: "pass" },
    claim,
  });
  switch (results.length) {
    case 0:
      return call("handoff_ticket", { number, command: "ralph_impl", intent: "lock", reason: "Mine." });
    case 1:
      return shell(BUILD);
    case 2:
    case 4:
      return complete;
    case 3: {
      const [, command] = /Recovery: run `(signalbox check [^`]+)` in a shell/.exec(refused) ?? [];
      return command === undefined ? { say: "It names no command." } : shell(command);
    }
    default:
      return endOf(results);
  }
}

/** It ends its session where it was told that one is open. */
function endOf(results: readonly string[]): Reply {
  const [, sessionId] = /sessionId="([^"]+)"/.exec(results.join("\n")) ?? [];
  if (sessionId === undefined || results.length > 5) return { say: "Handed in." };
  return call("complete_ralph_session", { sessionId, outcome: "success" });
}

function shell(command: string): Reply {
  return { call: { name: "Bash", input: { command, description: "As it is told" } } };
}

function commitIn([, built = ""]: readonly string[]): string {
  return /\b[0-9a-f]{40}\b/.exec(built)?.[0] ?? "";
}

/** A repository with a first commit, and the workflow with proof, put in force by a person; the number of a ticket. */
async function boardWithProof(world: World): Promise<number> {
  git(world.project, "init", "--quiet", "-b", "main");
  git(world.project, "commit", "--quiet", "--allow-empty", "-m", "Begin");
  await person(world, "init", "--proof", "--yes", "--tests", TESTS);
  await person(world, "workflow", "adopt", FILE);
  const { number } = JSON.parse(await person(world, "ticket", "new", "A piece of work", "--json")) as {
    number: number;
  };
  await person(world, "move", String(number), "--to", "In Progress", "--reason", "to begin with", "--override");
  return number;
}

async function factsOf(world: World, commit: string): Promise<readonly string[]> {
  const { facts } = JSON.parse(await person(world, "fact", "list", "--commit", commit, "--json")) as {
    readonly facts: readonly {
      readonly name: string;
      readonly verdict: string | null;
      readonly level: string | null;
    }[];
  };
  return facts.map(({ name, verdict, level }) => `${name} ${verdict} ${level}`);
}

/** At a terminal. */
async function person(world: World, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram(args, { cwd: world.project, env: world.env });
  check(status === 0, `signalbox ${args.join(" ")}: ${stderr}`, stderr);
  return stdout;
}
