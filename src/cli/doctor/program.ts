// What this program runs on, and what it was told.

import packageJson from "../../../package.json" with { type: "json" };
import { lint } from "../../engine/lint/lint.ts";
import type { Settings } from "../../setup/settings.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { bad, good, type Diagnosis } from "./diagnosis.ts";

export function checkProgram(): Diagnosis[] {
  const { node, sqlite } = process.versions;
  // An older Node has been turned away before this: it would not have come so far.
  return [
    good("program", `Signalbox ${packageJson.version}, Node ${node} (it wants ${packageJson.engines.node})`),
    good("sqlite", `SQLite ${sqlite}`),
  ];
}

export function checkSettings(settings: Settings): Diagnosis[] {
  if (settings.problems.length === 0) return [good("settings", "settings can be used as they are")];
  return settings.problems.map((problem) =>
    bad("settings", problem, "Correct it in .signalbox/config.json or in the environment."),
  );
}

export async function checkWorkflows(settings: Settings): Promise<Diagnosis[]> {
  const configured = [
    await configuredWorkflow("ticket", settings.workflow),
    await configuredWorkflow("session", settings.sessionWorkflow),
    await configuredWorkflow("run", settings.runWorkflow),
  ];
  return configured.map(({ part, machine, file, problem }): Diagnosis => {
    const check = `${part} workflow`;
    const named = file ?? machine.workflow.name;
    if (problem !== null)
      return bad(check, problem, `Look at \`signalbox workflow lint ${named}\`, and repair the file.`);
    const fault = lint(machine.workflow).find(({ severity }) => severity !== "note");
    if (fault) return bad(check, `${named}: ${fault.reason}`, fault.suggestion);
    return good(check, `${file ?? "the shipped one"}: ${machine.states.size} states, nothing wrong with it`);
  });
}
