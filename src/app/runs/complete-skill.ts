// A skill is finished: the engine decides what comes next, from the run's items and tasks.

import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { completeSkill as decide, type RunStep } from "../../engine/runs/run.ts";
import type { ItemHandoff } from "../../engine/runs/ticket-handoffs.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import type { Change } from "../commit/changes.ts";
import type { Entry } from "../commit/plan.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import { dueHandoffs } from "./item-tickets.ts";
import { checkRunName, NEW_RUN, runKey } from "./run.ts";
import type { Run, RunName } from "../ports/runs.ts";
import { runMachine } from "./run-machine.ts";
import { beginEntry, refusedRun, runChange, runCheck, runSubject } from "./run-rows.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";

export interface SkillInput extends RunName {
  readonly skill: string;
  /** The state that the caller believes the run to be in. */
  readonly state?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface SkillAnswer {
  /** null only at the end. */
  readonly next_skill: string | null;
  readonly params: RunStep["params"];
  readonly action: RunStep["action"];
  readonly state: string;
  readonly done: boolean;
  /** The handoffs of items' tickets that are due at the next step; absent: there are none. */
  readonly handoffs?: readonly ItemHandoff[];
  readonly warnings?: readonly string[];
  readonly event: number | null;
}

export async function completeSkill(app: App, caller: Caller, input: SkillInput): Promise<SkillAnswer | Refusal> {
  const unfit = checkInput(caller, input);
  if (unfit) return unfit;
  const { requestId, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "complete_skill",
    subject: runKey(input),
    id: requestId,
    arguments: asked,
  };
  const look = byWorkflow(app, (app) => attempt(app, caller, input, request));
  return settleOnce<SkillAnswer, SkillAnswer>(app.board, request, withEvent, look);
}

function checkInput(caller: Caller, input: SkillInput): Refusal | null {
  return firstRefusal(
    checkNames(caller, input.requestId),
    checkRunName(input),
    checkText("skill", input.skill, "name"),
    checkText("state", input.state ?? "", "name"),
  );
}

async function attempt(
  app: App,
  caller: Caller,
  input: SkillInput,
  request: RequestName,
): Promise<Attempt<SkillAnswer | Refusal>> {
  const { skill, state } = input;
  const [run, now] = await Promise.all([app.board.runs.get(runKey(input)), app.board.now()]);
  const machine = run ? await runMachine(app, run.workflow) : app.runs.machine;
  const decision = decide(machine, run ?? NEW_RUN, { skill, ...(state === undefined ? {} : { state }) });
  if (isRefusal(decision)) {
    // What is refused stands in the ledger, once it is known on what.
    if (!run) return { answer: decision };
    return { plan: refusedRun(app, caller, run, decision, { tool: "complete_skill", skill }), answer: () => decision };
  }
  const { to, currentItem, currentBatch } = decision;
  const next = run && { ...run, state: to, currentItem, currentBatch };
  const handoffs = next ? await dueHandoffs(app, machine, next, caller) : [];
  const answer = answerOf(app, decision, handoffs);
  return {
    plan: {
      id: app.newId(),
      // A run that is under way keeps the workflow that it began with.
      checks: [...(run ? [] : workflowCheck(app, "run")), runCheck(input, run)],
      entries: [
        ...(run ? [] : [await beginEntry(app, caller, input, decision.from, now)]),
        moveEntry(caller, input, run, decision, now),
      ],
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, event: done.seq }),
  };
}

function moveEntry(caller: Caller, input: SkillInput, run: Run | null, decision: RunStep, now: number): Entry {
  const { from, to, path, documented, currentItem, currentBatch, done } = decision;
  const key = runKey(input);
  const columns = { state: to, current_item: currentItem, current_batch: currentBatch };
  return {
    kind: "move",
    subject: runSubject(key),
    by: authorOf(caller),
    data: {
      from,
      to,
      skill: input.skill,
      path,
      documented,
      item: currentItem,
      batch: currentBatch,
      ...(done ? { done } : {}),
    },
    changes: [
      runChange(input, run, columns, now),
      ...documented.map((number): Change<"item"> => ({
        table: "item",
        key: { run: key, number },
        set: { documented: 1 },
      })),
    ],
  };
}

function answerOf(app: App, decision: RunStep, handoffs: readonly ItemHandoff[]): SkillAnswer {
  const { nextSkill, params, action, state, done } = decision;
  const warnings = [...(app.warnings ?? []), ...decision.warnings];
  return {
    next_skill: nextSkill,
    params,
    action,
    state,
    done,
    ...(handoffs.length > 0 ? { handoffs } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    event: null,
  };
}
