// signalbox workflow try: what a workflow would have done to the handoffs of the last days. Nothing is changed.

import type { Trial } from "../../../app/replay/trial.ts";
import { tryWorkflow } from "../../../app/replay/try-workflow.ts";
import { configuredWorkflow } from "../../../setup/workflow.ts";
import { CliError, print, printJson } from "../../support/output.ts";
import { withStored } from "../../support/reading.ts";
import type { StoreOptions } from "../../support/store.ts";
import { Progress } from "../../screens/progress.ts";
import { renderTrial } from "../../screens/trial.ts";

interface TryOptions extends StoreOptions {
  readonly days: number;
}

export async function tryFile(file: string, options: TryOptions): Promise<void> {
  const { machine, problem } = await configuredWorkflow("ticket", file);
  if (problem !== null) throw new CliError(problem);
  const progress = new Progress("decided again", "rows");
  const trial: Trial = await withStored(options, (app) =>
    tryWorkflow(app, machine.workflow, { days: options.days, onProgress: progress.show }),
  );
  progress.end();
  if (options.json) printJson(trial);
  else print(renderTrial(trial));
}
