// Runs a check of a workflow at one commit, in a clean clone, and says what came of it.

import { CHECK_DEFAULTS } from "../../app/evidence/check-digest.ts";
import type { CheckLook, CheckProgress } from "../../app/ports/checkout.ts";
import type { TestCounts } from "../../engine/evidence/fact.ts";
import type { CheckSpec } from "../../engine/workflow/format.ts";
import { checkEnvironment } from "../environment.ts";
import { NotKnown, Repository } from "../repository.ts";
import { makeClone, type Clone } from "./clone.ts";
import { countTests, NO_TESTS } from "./counts/count.ts";
import { CheckOutput, MOST_OUTPUT } from "./output.ts";
import { readReports } from "./reports.ts";
import { runCommand, type CommandEnd } from "./run-command.ts";
import { makeScratch, removeScratch, sweepScratch } from "./scratch.ts";

export interface CheckOptions {
  readonly check: CheckSpec;
  /** The checkout. */
  readonly folder: string;
  /** A commit, in any words that git knows. */
  readonly commit: string;
  /** Where clones are made: a folder that only this user reads. */
  readonly scratch: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  readonly mostOutput?: number;
}

/** What came of it, and at which commit. */
export interface CheckResult extends CheckLook {
  /** The full hash; what was asked for where there is no such commit. */
  readonly commit: string;
}

export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { scratch: parent, env = process.env, mostOutput = MOST_OUTPUT } = options;
  sweepScratch(parent);
  const began = performance.now();
  const output = new CheckOutput(mostOutput);
  const scratch = makeScratch(parent);
  try {
    const seen = await look(options, scratch, output);
    return {
      exit: null,
      clean: false,
      tests: null,
      stopped: false,
      ...seen,
      ms: Math.round(performance.now() - began),
      tail: output.tail(env),
      output: output.digest(),
    };
  } finally {
    removeScratch(scratch);
  }
}

type Seen = Pick<CheckResult, "verdict" | "why" | "commit"> & Partial<CheckResult>;

async function look(options: CheckOptions, scratch: string, output: CheckOutput): Promise<Seen> {
  const { check, folder, env = process.env, onProgress } = options;
  let commit = options.commit;
  try {
    onProgress?.({ phase: "clone" });
    const found = await new Repository(folder, { env }).commit(commit);
    if (found === null) return { verdict: "unknown", why: `This checkout has no commit ${commit}.`, commit };
    commit = found;
    const clone = await makeClone({ source: folder, commit, scratch, env });
    const ran = await runBoth(options, clone, output);
    if (ran.phase === "setup") return { ...afterSetup(check, ran.end), commit };
    onProgress?.({ phase: "look" });
    const reports = readReports(clone.folder, check.reports, clone.tracked);
    const changes = await clone.changes(reports.isReport);
    const tests = countTests(output.text().slice(ran.from), reports.texts, check.counts);
    const exit = ran.end.kind === "ended" ? ran.end.exit : null;
    return { ...judge(check, ran.end, { changes, tests }), commit, exit, clean: changes.length === 0, tests };
  } catch (error) {
    if (error instanceof NotKnown)
      return { verdict: "unknown", why: `It could not be looked at: ${error.message}`, commit };
    throw error;
  }
}

interface Ran {
  readonly phase: "setup" | "run";
  readonly end: CommandEnd;
  /** Where in the output the run itself begins. */
  readonly from: number;
}

/** Both within one limit. What the setup says is no word of the tests. */
async function runBoth(options: CheckOptions, clone: Clone, output: CheckOutput): Promise<Ran> {
  const { check, env = process.env, signal, onProgress } = options;
  const { setup, run, seconds = CHECK_DEFAULTS.seconds } = check;
  const until = performance.now() + 1_000 * seconds;
  const runOne = (phase: "setup" | "run", command: string): Promise<CommandEnd> => {
    onProgress?.({ phase });
    return runCommand({
      command,
      folder: clone.folder,
      env: checkEnvironment(env),
      output,
      timeoutMs: Math.max(1, until - performance.now()),
      signal,
      onOutput: (said) => onProgress?.({ phase, said }),
    });
  };
  if (setup !== undefined) {
    const end = await runOne("setup", setup);
    if (end.kind !== "ended" || end.exit !== 0) return { phase: "setup", end, from: 0 };
  }
  const from = output.text().length;
  return { phase: "run", end: await runOne("run", run), from };
}

/** A setup that failed leaves nothing to look at: the network may have been away. */
function afterSetup(
  { setup = "", seconds = CHECK_DEFAULTS.seconds }: CheckSpec,
  end: CommandEnd,
): Omit<Seen, "commit"> {
  const stopped = end.kind === "stopped";
  return {
    verdict: "unknown",
    why: `The setup \`${setup}\` ${endingOf(end, seconds)}, so that nothing was run.`,
    stopped,
  };
}

function judge(
  check: CheckSpec,
  end: CommandEnd,
  { changes, tests }: { readonly changes: readonly string[]; readonly tests: TestCounts | null },
): Omit<Seen, "commit"> {
  const { run, seconds = CHECK_DEFAULTS.seconds, counts: how, min = CHECK_DEFAULTS.min } = check;
  const counts = tests ?? NO_TESTS;
  if (end.kind === "not_started" || end.kind === "stopped") {
    return { verdict: "unknown", why: `\`${run}\` ${endingOf(end, seconds)}.`, stopped: end.kind === "stopped" };
  }
  if (end.kind !== "ended" || end.exit !== 0) return { verdict: "fail", why: `\`${run}\` ${endingOf(end, seconds)}.` };
  if (counts.failed > 0) {
    return { verdict: "fail", why: `\`${run}\` ended with 0, but says that ${countOf(counts.failed)} failed.` };
  }
  if (changes.length > 0) {
    const which = changes.slice(0, 3).join(", ") + (changes.length > 3 ? ` and ${changes.length - 3} more` : "");
    const advice = "A check leaves what it tests as it was: write elsewhere, or into what .gitignore names.";
    return { verdict: "fail", why: `\`${run}\` changed the files that it was to test: ${which}. ${advice}` };
  }
  if (how !== "none" && counts.passed < min) {
    const ran =
      tests === null
        ? "nothing in its output says that tests ran"
        : `${countOf(counts.passed)} passed${counts.skipped > 0 ? ` (${counts.skipped} skipped)` : ""}`;
    return { verdict: "empty", why: `\`${run}\` ended with 0, but ${ran}; at least ${min} must pass.` };
  }
  const passed = tests === null ? "" : `; ${countOf(counts.passed)} passed`;
  return { verdict: "pass", why: `\`${run}\` ended with 0${passed}.` };
}

function endingOf(end: CommandEnd, seconds: number): string {
  switch (end.kind) {
    case "ended":
      return `ended with ${end.exit}`;
    case "killed":
      return `was killed (${end.by})`;
    case "timed_out":
      return `was killed after ${seconds} s`;
    case "flooded":
      return "was killed, because it wrote too much";
    case "stopped":
      return "was stopped";
    case "not_started":
      return `could not be started: ${end.why}`;
  }
}

function countOf(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}
