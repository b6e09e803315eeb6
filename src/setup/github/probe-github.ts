// Writes to GitHub as a handoff does, on an issue of its own: what no reading can tell is tried, step by step, through the
// same code. The issue is closed afterwards, and its card stays for whoever wants to look.

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App, Caller } from "../../app/app.ts";
import { wayOut } from "../../app/commit/errors.ts";
import { addComment } from "../../app/tickets/comment.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { openDriver } from "../../store/open.ts";
import { hashWorkflow } from "../../workflows/hash.ts";
import { shipped } from "../../workflows/shipped.ts";
import { findAccess } from "./access.ts";
import type { GitHubSettings } from "./github-settings.ts";
import type { GitHubAddress } from "./set-up-github.ts";

export interface ProbeStep {
  readonly step: string;
  readonly ok: boolean;
  readonly what: string;
  readonly fix: string | null;
}

const DOCTOR: Caller = { actor: { kind: "person", name: "signalbox doctor" }, via: "cli" };
const TITLE = "Signalbox write probe";
const BODY = "Made by `signalbox doctor --github --write-probe` to see what the token may do. It can be deleted.";
const REASON = "a probe of what the token may do";

export async function probeGitHub(
  address: GitHubAddress,
  settings: GitHubSettings,
  machine: Machine,
): Promise<readonly ProbeStep[]> {
  const tokens = await findAccess(settings, address, process.env);
  if (!tokens) return [];
  const folder = await mkdtemp(join(tmpdir(), "signalbox-probe-"));
  const [{ openGitHubBoard }, { trackerStore }] = await Promise.all([
    import("../../github/tracker/open.ts"),
    import("../../store/tracker-store.ts"),
  ]);
  const steps: ProbeStep[] = [];
  const driver = await openDriver({ database: join(folder, "board.db") });
  const { owner, repo, project } = address;
  const where = {
    home: { owner, repo },
    project,
    layout: settings.layout,
    tokens,
    apiUrl: settings.apiUrl,
    refLocks: settings.refLocks ?? true,
  };
  const quiet = { onRequest: () => undefined, onTrouble: () => undefined, readOnly: false };
  const board = await openGitHubBoard(trackerStore(driver, false), where, machine, quiet);
  const app: App = { board, machine, sessions: shipped("session"), runs: runsOf(), newId: randomUUID };
  try {
    const made = await step(
      steps,
      "create",
      () => createTicket(app, DOCTOR, { title: TITLE, body: BODY }),
      (one) => `Created issue #${one.number} on the board.`,
    );
    if (!made) return steps;
    const key = String(made.number);
    await step(
      steps,
      "comment",
      () => addComment(app, DOCTOR, { key, body: REASON }),
      () => "Commented on it.",
    );
    for (const { name, toState } of movesOf(machine)) {
      await step(
        steps,
        name,
        () => handoff(app, DOCTOR, { key, toState, reason: REASON }),
        (one) => `Moved it from "${one.previousState}" to "${one.newState}".`,
      );
    }
    return steps;
  } finally {
    await board.close();
    await rm(folder, { recursive: true });
  }
}

function runsOf(): App["runs"] {
  const machine = shipped("skill");
  return { machine, hash: hashWorkflow(machine.workflow), workflow: machine.workflow };
}

/** On, and then to an end that closes the issue: by the shortest way that the workflow has. */
function movesOf(machine: Machine): readonly { readonly name: string; readonly toState: string }[] {
  const ends = (machine.states.get(machine.workflow.start)?.next ?? []).filter(
    (name) => machine.states.get(name)?.terminal,
  );
  const [end] = ends.toReversed();
  return end === undefined ? [] : [{ name: "handoff", toState: end }];
}

async function step<T extends object>(
  steps: ProbeStep[],
  name: string,
  act: () => Promise<T | Refusal>,
  words: (done: T) => string,
): Promise<T | null> {
  try {
    const done = await act();
    if (!isRefusal(done)) {
      steps.push({ step: name, ok: true, what: words(done), fix: null });
      return done;
    }
    const { what, recovery } = tell(done, "cli");
    steps.push({ step: name, ok: false, what, fix: recovery });
  } catch (error) {
    const known = wayOut(error);
    if (!known) throw error;
    steps.push({ step: name, ok: false, what: known.what, fix: known.recovery });
  }
  return null;
}
