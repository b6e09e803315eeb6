// signalbox workflow adopt: a person puts a workflow in force on the board. They see how it differs and what it loosens, and
// are asked where it loosens anything.

import { randomUUID } from "node:crypto";
import type { Caller } from "../../../app/app.ts";
import type { Board } from "../../../app/ports/board.ts";
import type { WorkflowPart } from "../../../app/ports/workflows.ts";
import type { Adoption } from "../../../app/workflows/adoption.ts";
import { adoptWorkflow, type AdoptInput } from "../../../app/workflows/adopt.ts";
import type { Candidate } from "../../../app/workflows/compare.ts";
import { differenceWords } from "../../../engine/compare/difference.ts";
import type { AskedPair } from "../../../engine/compare/state-map.ts";
import { showKey } from "../../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../../engine/refusal.ts";
import { tell } from "../../../engine/surfaces/tell.ts";
import { listedBriefly, quote } from "../../../engine/words.ts";
import { makeLog } from "../../../setup/log.ts";
import { openTracker } from "../../../setup/open-tracker.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { configuredWorkflow, shippedFor } from "../../../setup/workflow.ts";
import { hashWorkflow } from "../../../workflows/hash.ts";
import { confirm } from "../../support/confirm.ts";
import { CliError, print, printJson, styled } from "../../support/output.ts";
import { findPerson, type PersonOptions } from "../../support/people.ts";
import { withStore } from "../../support/store.ts";

export interface AdoptOptions extends PersonOptions {
  readonly part: WorkflowPart;
  readonly map: readonly string[];
  readonly releaseClaims?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What a process may have been given for each part. */
const GIVEN = {
  ticket: "workflow",
  session: "sessionWorkflow",
  run: "runWorkflow",
} as const satisfies Readonly<Record<WorkflowPart, keyof Settings>>;

export async function adoptFile(file: string, options: AdoptOptions): Promise<void> {
  const { part } = options;
  const map = options.map.map(readPair);
  const { machine, problem } = await configuredWorkflow(part, file);
  if (problem !== null) throw new CliError(problem);
  const { workflow } = machine;
  const candidate = { part, workflow, hash: hashWorkflow(workflow), otherwise: shippedFor(part).workflow };
  const settings = readSettings(process.env, process.cwd());
  const adoption = await withStore({ ...options, make: true }, async (driver, database) => {
    const log = makeLog(settings.log);
    const board = await openTracker(driver, { settings, database, machine, log, readOnly: true });
    const { caller } = await findPerson(board, database, options);
    return adopt(board, caller(false), { ...candidate, map, releaseClaims: options.releaseClaims }, options);
  });
  if (isRefusal(adoption)) throw new CliError(tell(adoption, "cli").error);
  if (options.json) return printJson(adoption);
  print(describe(candidate, adoption, file));
  if (options.dryRun) return;
  await printOtherSetting(candidate, settings[GIVEN[part]]);
}

async function adopt(
  board: Board,
  caller: Caller,
  input: AdoptInput,
  options: AdoptOptions,
): Promise<Adoption | Refusal> {
  const app = { board, newId: randomUUID };
  const seen = await adoptWorkflow(app, caller, { ...input, dryRun: true });
  if (isRefusal(seen)) return seen;
  const weighs = [...(seen.loosens.length > 0 ? [loosened(seen)] : []), ...changesWork(seen)];
  if (weighs.length > 0 && !options.json) print(weighs.join("\n"));
  if (options.dryRun) return seen;
  const isAgreed = weighs.length === 0 || (await confirm("Put it in force?", options));
  if (!isAgreed) throw new CliError("nothing was changed");
  // What they have just read must still be so.
  return adoptWorkflow(app, caller, { ...input, from: seen.from });
}

/** The first = parts the two; none of the shipped states has one in its name. */
function readPair(text: string): AskedPair {
  const at = text.indexOf("=");
  const [from, to] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at === -1 || from === "" || to === "") throw new CliError(`--map takes "Old=New", and not ${quote(text)}`);
  return { from, to };
}

/** What a map does beyond names: tickets that close, open again, or are taken from their holders. */
function changesWork({ mapped = [], released = [] }: Adoption): readonly string[] {
  const closed = mapped.flatMap(({ from, to, closes }) =>
    closes ? [`${closes} from ${quote(from)} (${quote(to)})`] : [],
  );
  const opened = mapped.flatMap(({ from, to, opens }) =>
    opens ? [`${opens} from ${quote(from)} (${quote(to)})`] : [],
  );
  return [
    ...(closed.length > 0 ? [`It closes tickets: ${closed.join(", ")}.`] : []),
    ...(opened.length > 0 ? [`It opens closed tickets again: ${opened.join(", ")}.`] : []),
    ...(released.length > 0 ? [`It takes tickets from their holders: ${listedBriefly(released.map(showKey))}.`] : []),
  ].map((line) => styled(line, "yellow"));
}

function loosened({ loosens }: Adoption): string {
  const lines = loosens.map((words) => `  ${styled("-", "yellow")} ${words}`);
  return [styled("It loosens what is in force:", "yellow"), ...lines].join("\n");
}

function describe({ part, workflow, hash }: Candidate, adoption: Adoption, file: string): string {
  const { adopted, dryRun, difference, mapped = [] } = adoption;
  const which = `${workflow.title} (${hash.slice(0, 7)})`;
  if (adoption.from === hash) return `${which} is in force already.`;
  const moved = mapped.map(
    ({ from, to, tickets }) => `${quote(from)} → ${quote(to)}: ${tickets} ticket${tickets === 1 ? "" : "s"}`,
  );
  return [
    dryRun
      ? `${which} would take force for ${part}s. Nothing was changed.`
      : `${which} is in force for ${part}s. Servers that run now take it up by themselves.`,
    ...[...(difference ? differenceWords(difference) : []), ...moved].map((words) => `  ${words}`),
    ...(adopted ? backWords(adoption, file) : []),
  ].join("\n");
}

/** How to undo it: the file of the workflow before is the person's own. */
function backWords({ back }: Adoption, file: string): readonly string[] {
  if (!back) return [];
  const args = back.map.map((pair) => ` --map ${JSON.stringify(pair)}`).join("");
  const lossy = back.exact ? "" : " Several states have become one: not every ticket comes back to where it stood.";
  return [`To go back, adopt the workflow before ${file} again: signalbox workflow adopt FILE${args}.${lossy}`];
}

/** A process that starts with another file changes nothing, and says each time that the file differs. */
async function printOtherSetting({ part, hash }: Candidate, given: string | undefined): Promise<void> {
  if (given === undefined) return;
  const { machine, problem } = await configuredWorkflow(part, given);
  if (problem === null && hashWorkflow(machine.workflow) === hash) return;
  print(styled(`This project's settings name ${given}, which is another: change them to name this one.`, "yellow"));
}
