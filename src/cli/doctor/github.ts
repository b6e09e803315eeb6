// Whether GitHub is ready for the board, where tickets live there.

import type { Settings } from "../../setup/settings.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { fault, type Diagnosis } from "./diagnosis.ts";

/** `probe`: writes to an issue of its own, too. */
export async function checkGitHub({ tracker, github, workflow }: Settings, probe = false): Promise<Diagnosis[]> {
  const { owner, repo, project: number, projectOwner = owner } = github;
  // What is not set stands among the settings' own problems.
  if (tracker !== "github" || owner === undefined || repo === undefined || projectOwner === undefined) return [];
  if (number === undefined) return [];
  const { examineAddress } = await import("../../setup/github/set-up-github.ts");
  const address = { owner, repo, project: { owner: projectOwner, number } };
  try {
    const { machine } = await configuredWorkflow("ticket", workflow);
    const { findings } = await examineAddress(address, github, machine.workflow);
    const shown = findings.map((finding) => ({ ...finding, check: `GitHub ${finding.check}` }));
    if (!probe || findings.some(({ ok, check }) => !ok && check !== "fields")) return shown;
    const { probeGitHub } = await import("../../setup/github/probe-github.ts");
    const steps = await probeGitHub(address, github, machine);
    return [...shown, ...steps.map(({ step, ...tried }) => ({ ...tried, check: `GitHub write probe, ${step}` }))];
  } catch (error) {
    return [fault("GitHub", error, "Look at what the message says about GitHub.")];
  }
}
