// Which workflows the board works by, since when and by whose decision, and how the files differ that the settings name.

import { asPerson } from "../../engine/names.ts";
import type { Board } from "../../app/ports/board.ts";
import type { WorkflowInForce, WorkflowPart } from "../../app/ports/workflows.ts";
import { isBegun } from "../../app/workflows/at-start.ts";
import { compareWith, type Comparison } from "../../app/workflows/compare.ts";
import { adoptedBy, showWorkflow } from "../../app/workflows/in-force.ts";
import { stamp } from "../../engine/facts.ts";
import { lint } from "../../engine/lint/lint.ts";
import { differenceWords } from "../../engine/compare/difference.ts";
import { showName } from "../../engine/words.ts";
import type { Settings } from "../../setup/settings.ts";
import {
  adoptCommand,
  configuredWorkflow,
  shippedFor,
  usedWorkflow,
  type ConfiguredWorkflow,
} from "../../setup/workflow.ts";
import { storeBoard } from "../../store/board.ts";
import { openDriver } from "../../store/open.ts";
import { hashWorkflow } from "../../workflows/hash.ts";
import { placeOf } from "../support/database.ts";
import { bad, good, type Diagnosis } from "./diagnosis.ts";
import { showMoment } from "../screens/times.ts";

export async function checkWorkflows(settings: Settings, folder: string): Promise<Diagnosis[]> {
  const configured = [
    await configuredWorkflow("ticket", settings.workflow),
    await configuredWorkflow("session", settings.sessionWorkflow),
    await configuredWorkflow("run", settings.runWorkflow),
  ];
  const board = await openQuietly(settings, folder);
  try {
    const found: Diagnosis[] = [];
    for (const each of configured) found.push(checkFile(each) ?? (await checkPart(board, each)));
    return found;
  } finally {
    await board?.close();
  }
}

/** null: there is none yet, or it does not open, which is another check's to say. */
async function openQuietly(settings: Settings, folder: string): Promise<Board | null> {
  const place = placeOf(settings, undefined, folder);
  const board = settings.board === undefined ? {} : { board: settings.board };
  const driver = await openDriver({ ...place, create: false, connections: settings.connections, ...board }).catch(
    () => null,
  );
  return driver && storeBoard(driver);
}

function checkFile({ part, machine, file, problem }: ConfiguredWorkflow): Diagnosis | null {
  const named = file ?? machine.workflow.name;
  if (problem !== null) {
    return bad(checkOf(part), problem, `Look at \`signalbox workflow lint ${named}\`, and repair the file.`);
  }
  const fault = lint(machine.workflow).find(({ severity }) => severity !== "note");
  return fault ? bad(checkOf(part), `${named}: ${fault.reason}`, fault.suggestion) : null;
}

async function checkPart(board: Board | null, configured: ConfiguredWorkflow): Promise<Diagnosis> {
  const { part, file, machine } = configured;
  const check = checkOf(part);
  if (!board) return good(check, `${file ?? "the shipped one"}: ${machine.states.size} states, nothing wrong with it`);
  const inForce = await board.workflows.inForce(part);
  const works = await worksBy(board, part, inForce);
  if (usedWorkflow(configured, inForce).warnings.length === 0) return good(check, works);
  const { workflow } = machine;
  const candidate = { part, workflow, hash: hashWorkflow(workflow), otherwise: shippedFor(part).workflow };
  const compared = compareWith(candidate, inForce);
  const what = `${works}; ${file === null ? "the one that comes with this program" : `the file ${file}`} differs${howOf(compared)}`;
  const isTaken = file === null ? compared?.loosens.length === 0 : !(await isBegun(board));
  if (isTaken) return good(check, `${what}; it takes force with the next start`);
  const adopt = `Run \`${adoptCommand(part, file ?? workflow.name)}\``;
  return bad(check, what, file === null ? `${adopt}.` : `${adopt}, or take the file out of the settings.`);
}

async function worksBy(board: Board, part: WorkflowPart, inForce: WorkflowInForce | null): Promise<string> {
  if (!inForce) return `this board works by the shipped one, ${shippedFor(part).workflow.name}`;
  const who = await adoptedBy(board, part, inForce);
  const since = showMoment(stamp(inForce.since));
  const by = who === null ? "" : `, adopted by ${showPerson(who)}`;
  return `this board works by ${showWorkflow(inForce.workflow, inForce.hash)} since ${since}${by}`;
}

function howOf(compared: Comparison | null): string {
  if (!compared) return "";
  const loosened = compared.loosens.map((words) => `loosens: ${words}`);
  return `: ${[...differenceWords(compared.difference), ...loosened].join("; ")}`;
}

function checkOf(part: WorkflowPart): string {
  return `${part} workflow`;
}

/** The mark of a person is no part of the name, which alone is quoted where it could be read as more. */
function showPerson(who: string): string {
  const mark = asPerson("");
  return who.endsWith(mark) ? asPerson(showName(who.slice(0, -mark.length))) : showName(who);
}
