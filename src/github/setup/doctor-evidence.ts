// Can GitHub be asked for evidence, and does the merge lock bind? Only where the workflow wants to know.

import { baseOf, type Workflow } from "../../engine/workflow/format.ts";
import type { GitHubClient } from "../client/client.ts";

import { LOCK, PROOF_READY } from "../operations/pull-requests.ts";
import type { ProofReadyQuery } from "../operations/types.generated.ts";
import type { GitHubDiagnosis, Patient } from "./doctor.ts";

/** What each part of a pull request takes of a fine-grained token or an app. */
const PERMISSIONS: readonly (readonly [field: string, permissions: string])[] = [
  ["statusCheckRollup", 'the permissions "Checks" and "Commit statuses"'],
  ["latestOpinionatedReviews", 'the permission "Pull requests"'],
  ["pullRequests", 'the permission "Pull requests"'],
];
const USE_GH =
  'gh auth refresh --scopes project,repo && export SIGNALBOX_GITHUB_PROJECT_TOKEN="$(gh auth token)" SIGNALBOX_GITHUB_TOKEN="$(gh auth token)"';

export async function examineEvidence(
  client: GitHubClient,
  { owner, repo }: Patient,
  workflow: Workflow,
): Promise<readonly GitHubDiagnosis[]> {
  if (!wantsEvidence(workflow)) return [];
  const branch = baseOf(workflow);
  const asked = { owner, repo, branch: `refs/heads/${branch}` };
  const { data, forbidden } = await client.ask(PROOF_READY, asked);
  const lacks = PERMISSIONS.find(([field]) => forbidden.some((path) => path.at(-1) === field || path.includes(field)));
  const evidence: GitHubDiagnosis = lacks
    ? {
        check: "evidence",
        ok: false,
        what: `The token lacks ${lacks[1]}: what GitHub shows of it is unknown, and never passes.`,
        fix: USE_GH,
      }
    : { check: "evidence", ok: true, what: "Pull requests, checks and reviews can be read.", fix: null };
  return workflow.merge ? [evidence, lockFinding(data, branch)] : [evidence];
}

export function wantsEvidence({ edges, merge, follow }: Workflow): boolean {
  const asks = edges.some(({ guards = [] }) => guards.some(({ type, policy }) => type === "facts" && policy !== "off"));
  return asks || merge !== undefined || follow !== undefined;
}

function lockFinding({ repository }: ProofReadyQuery, branch: string): GitHubDiagnosis {
  const protection = repository?.ref?.branchProtectionRule?.requiredStatusChecks ?? [];
  const rulesets = (repository?.ref?.rules?.nodes ?? []).flatMap((rule) =>
    rule?.parameters && "requiredStatusChecks" in rule.parameters ? rule.parameters.requiredStatusChecks : [],
  );
  const required = [
    ...protection.map(({ context, app }) => ({ context, isFromOne: app !== null })),
    ...rulesets.map(({ context, integrationId }) => ({ context, isFromOne: integrationId !== null })),
  ].filter(({ context }) => context === LOCK);
  const said = (what: string): GitHubDiagnosis => ({ check: "merge lock", ok: true, what, fix: null });
  if (required.some(({ isFromOne }) => isFromOne)) return said(`The merge lock binds: ${branch} asks for ${LOCK}.`);
  return required.length > 0
    ? said(`The merge lock is advisory: ${branch} asks for ${LOCK}, but from anybody who may push.`)
    : said(`The merge lock is advisory: no rule of ${branch} that the token can see asks for ${LOCK}.`);
}
