// Gets a project on GitHub ready for a board: what is missing there first, and only then what it takes to add it.

import { compile } from "../../engine/workflow/compile.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { BudgetFile } from "../../github/client/budget-file.ts";
import { GitHubClient } from "../../github/client/client.ts";
import { SYSTEM_CLOCK } from "../../github/client/clock.ts";
import { createFields } from "../../github/setup/create-fields.ts";
import type { Installation } from "../../github/client/installation/installation.ts";
import { kindOf, type TokenKind } from "../../github/client/token.ts";
import type { Tokens } from "../../github/client/tokens.ts";
import { examine, obstacleFinding, unfitField, type GitHubDiagnosis, type Patient } from "../../github/setup/doctor.ts";
import { describePlan, planFields, wantedFields } from "../../github/setup/fields.ts";
import { saidOf, type Layout, type Meanings } from "../../github/layout/layout.ts";
import { proposeLayout } from "../../github/layout/propose.ts";
import { describeLayout } from "../../github/setup/layout-words.ts";
import { findProject, type ProjectName } from "../../github/setup/project.ts";
import { howToSetUpWebhooks, type WebhookSetUp } from "../../github/setup/webhooks.ts";
import { budgetFileOf } from "../cache-folder.ts";
import { OwnAccounts, TokenBudget } from "../../github/client/token-budget.ts";
import { findInstallation, findTokens } from "./access.ts";
import type { GitHubFile, GitHubSettings } from "./github-settings.ts";

export interface GitHubAddress {
  readonly owner: string;
  readonly repo: string;
  readonly project: ProjectName;
}

export type GitHubPlan =
  /** Each with one command that mends it. */
  | { readonly obstacles: readonly GitHubDiagnosis[] }
  | {
      readonly layout: Layout;
      /** What the project's own options stand for, in words. */
      readonly notes: readonly string[];
      readonly steps: readonly string[];
      readonly carryOut: () => Promise<void>;
      /** What the settings are to say of the App that acts; null: none does. */
      readonly app: { readonly app: string; readonly installation: number } | null;
      readonly webhooks: WebhookSetUp;
    };

/** What flags say beside the settings. */
export interface AskedLayout {
  /** The field that the state stands in. */
  readonly field?: string | undefined;
  /** What options of it stand for, by option. */
  readonly states?: Meanings | undefined;
  /** Status shows the states that stand in another field. */
  readonly inStep?: boolean | undefined;
}

export async function planGitHub(
  address: GitHubAddress,
  settings: GitHubSettings,
  workflow: Workflow,
  asked: AskedLayout = {},
): Promise<GitHubPlan> {
  const { client, findings, installation } = await examineAddress(address, settings, workflow);
  const wrong = findings.filter(({ ok, check }) => !ok && check !== "fields");
  if (!client || wrong.length > 0) return { obstacles: wrong };
  const project = await findProject(client, address.project);
  const { field = settings.layout.names.state, states = {} } = asked;
  const unfit = asked.field === undefined ? null : unfitField(project, field);
  if (unfit) return { obstacles: [unfit] };
  const said = {
    ...settings.layout,
    names: { ...settings.layout.names, state: field },
    options: { ...settings.layout.options, state: { ...settings.layout.options.state, ...states } },
  };
  const machine = compile(workflow);
  const layout = proposeLayout(project.fields, machine, said, asked.inStep ?? said.status !== null);
  const wanted = wantedFields(workflow, layout);
  const plan = planFields(project, wanted, layout);
  if (plan.obstacles.length > 0)
    return { obstacles: plan.obstacles.map((obstacle) => obstacleFinding(project, obstacle)) };
  return {
    layout,
    notes: describeLayout(project, machine, layout),
    steps: describePlan(plan),
    webhooks: howToSetUpWebhooks(project, address),
    carryOut: async () => {
      await createFields(client, project, wanted, layout);
    },
    app: installation && { app: installation.requests.app, installation: await installation.id() },
  };
}

/** What doctor looks at. */
export async function examineAddress(
  { owner, repo, project }: GitHubAddress,
  settings: GitHubSettings,
  workflow: Workflow,
): Promise<Examined> {
  const installation = await findInstallation(settings, { owner, repo }, process.env);
  const tokens = installation ?? (await findTokens(settings, process.env));
  const accounts = new BudgetFile(budgetFileOf(process.env), SYSTEM_CLOCK, new OwnAccounts(), () => undefined);
  const budgetOf = (account: string): TokenBudget => new TokenBudget(account, [accounts]);
  const client = tokens && new GitHubClient({ tokens, apiUrl: settings.apiUrl, userAgent: "signalbox", budgetOf });
  const projectToken = (tokens && kindOfProjectToken(settings, tokens)) ?? "unknown";
  const patient: Patient = { owner, repo, project, layout: settings.layout, projectToken, installation };
  return { client, findings: await examine(client, patient, workflow), installation };
}

interface Examined {
  readonly client: GitHubClient | null;
  readonly findings: readonly GitHubDiagnosis[];
  readonly installation: Installation | null;
}

function kindOfProjectToken({ projectToken }: GitHubSettings, tokens: Tokens | Installation): TokenKind {
  return "project" in tokens ? kindOf(tokens.project) : projectToken === undefined ? "app" : kindOf(projectToken);
}

/** As little as says it. */
export function fileFor(
  { owner, repo, project }: GitHubAddress,
  layout: Layout,
  app: Pick<GitHubFile, "app" | "installation"> | null,
): GitHubFile {
  const projectOwner = project.owner === owner ? {} : { projectOwner: project.owner };
  return { owner, repo, project: project.number, ...projectOwner, ...app, ...saidOf(layout) };
}
