// Gets a project on GitHub ready for a board: what is missing there first, and only then what it takes to add it.

import type { Workflow } from "../../engine/workflow/format.ts";
import { BudgetFile } from "../../github/client/budget-file.ts";
import { GitHubClient } from "../../github/client/client.ts";
import { SYSTEM_CLOCK } from "../../github/client/clock.ts";
import { createFields } from "../../github/setup/create-fields.ts";
import { examine, patientOf, type GitHubDiagnosis } from "../../github/setup/doctor.ts";
import { describePlan, planFields, wantedFields } from "../../github/setup/fields.ts";
import { findProject, type ProjectName } from "../../github/setup/project.ts";
import { budgetFileOf } from "../cache-folder.ts";
import { OwnAccounts, TokenBudget } from "../../github/client/token-budget.ts";
import { findTokens, type GitHubFile, type GitHubSettings } from "./github-settings.ts";

export interface GitHubAddress {
  readonly owner: string;
  readonly repo: string;
  readonly project: ProjectName;
}

export type GitHubPlan =
  /** Each with one command that mends it. */
  | { readonly obstacles: readonly GitHubDiagnosis[] }
  | { readonly steps: readonly string[]; readonly carryOut: () => Promise<void> };

export async function planGitHub(
  address: GitHubAddress,
  settings: GitHubSettings,
  workflow: Workflow,
): Promise<GitHubPlan> {
  const { client, findings } = await examineAddress(address, settings, workflow);
  const wanted = wantedFields(workflow);
  const wrong = findings.filter(({ ok, check }) => !ok && check !== "fields");
  if (!client || wrong.length > 0) return { obstacles: wrong };
  const project = await findProject(client, address.project);
  const plan = planFields(project, wanted);
  const inTheWay = new Set(plan.obstacles.map(({ what }) => what));
  if (inTheWay.size > 0) return { obstacles: findings.filter(({ what }) => inTheWay.has(what)) };
  return {
    steps: describePlan(plan),
    carryOut: async () => {
      await createFields(client, project, wanted);
    },
  };
}

/** What doctor looks at. */
export async function examineAddress(
  { owner, repo, project }: GitHubAddress,
  settings: GitHubSettings,
  workflow: Workflow,
): Promise<{ readonly client: GitHubClient | null; readonly findings: readonly GitHubDiagnosis[] }> {
  const tokens = await findTokens(settings, process.env);
  const accounts = new BudgetFile(budgetFileOf(process.env), SYSTEM_CLOCK, new OwnAccounts(), () => undefined);
  const budgetOf = (token: string): TokenBudget => new TokenBudget(token, [accounts]);
  const client = tokens && new GitHubClient({ tokens, apiUrl: settings.apiUrl, userAgent: "signalbox", budgetOf });
  const projectToken = tokens?.project ?? "";
  const patient = patientOf({ owner, repo, project: project.number, projectOwner: project.owner, projectToken });
  return { client, findings: await examine(client, patient, workflow) };
}

/** As little as says it. */
export function fileFor({ owner, repo, project }: GitHubAddress): GitHubFile {
  return { owner, repo, project: project.number, ...(project.owner === owner ? {} : { projectOwner: project.owner }) };
}
