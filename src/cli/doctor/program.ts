// What this program runs on, and what it was told.

import packageJson from "../../../package.json" with { type: "json" };
import { limitProblems } from "../../setup/command-limit.ts";
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

export async function checkSettings(settings: Settings): Promise<Diagnosis[]> {
  const { machine } = await configuredWorkflow("ticket", settings.workflow);
  const problems = [...settings.problems, ...limitProblems(settings, machine)];
  if (problems.length === 0) return [good("settings", "settings can be used as they are")];
  return problems.map((problem) =>
    bad("settings", problem, "Correct it in .signalbox/config.json or in the environment."),
  );
}
