// Is GitHub ready for a board? Looks from the bottom up (token, scopes, repository, project, fields, options) and stops
// where the rest can't be known. Each finding has one command that mends it.

import type { Workflow } from "../../engine/workflow/format.ts";
import { listed } from "../../engine/words.ts";
import type { Facts } from "../client/answers.ts";
import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import type { Installation } from "../client/installation/installation.ts";
import { DEFAULT_LAYOUT, type Layout } from "../layout/layout.ts";
import { describePlan, planFields, wantedFields, type Obstacle } from "./fields.ts";
import { misfits } from "./layout-words.ts";
import type { RepositoryPermission } from "../operations/types.generated.ts";
import { REPOSITORY, VIEWER } from "../operations/set-up.ts";
import { examineEvidence } from "./doctor-evidence.ts";
import { examineApp } from "./doctor-app.ts";
import { tryHandoff } from "./try-handoff.ts";
import { findProject, type Project, type ProjectName } from "./project.ts";
import { KIND_WORDS, kindOf, type TokenKind } from "../client/token.ts";

export interface GitHubDiagnosis {
  readonly check:
    | "App"
    | "token"
    | "scopes"
    | "repository"
    | "project"
    | "fields"
    | "handoff"
    | "evidence"
    | "merge lock";
  readonly ok: boolean;
  readonly what: string;
  /** One command to be run; null where nothing is wrong. */
  readonly fix: string | null;
}

export interface Patient {
  readonly owner: string;
  readonly repo: string;
  readonly project: ProjectName;
  readonly layout: Layout;
  /** Of the token that projects are reached with; the token itself is the client's. */
  readonly projectToken: TokenKind;
  /** The App that acts; null or absent: a person. */
  readonly installation?: Installation | null;
}

/** null: there is no token at all, in the settings or in gh. */
export async function examine(
  client: GitHubClient | null,
  patient: Patient,
  workflow: Workflow,
): Promise<readonly GitHubDiagnosis[]> {
  if (!client) return [bad("token", "There is no token for GitHub.", LOG_IN)];
  const findings: GitHubDiagnosis[] = [];
  try {
    if (patient.installation) {
      findings.push(...(await examineApp(patient.installation, workflow)));
      if (findings.some(({ ok }) => !ok)) return findings;
    }
    const { data, facts } = await client.ask(VIEWER, {});
    findings.push(good("token", `GitHub knows the token as ${data.viewer.login}.`));
    const forProjects = await client.ask({ ...VIEWER, reach: "project" }, {});
    if (!patient.installation || client.hasTwoTokens) findings.push(scopeFinding(facts, forProjects.facts, patient));
    findings.push(await examineRepository(client, patient, data.viewer.login));
    findings.push(...(await examineProject(client, patient, workflow)));
    findings.push(...(await examineEvidence(client, patient, workflow)));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    findings.push(bad("token", error.message, fixFor(error)));
  }
  return findings;
}

export function patientOf(settings: {
  readonly owner: string;
  readonly repo: string;
  readonly project: number;
  readonly projectOwner: string;
  readonly projectToken: string;
  readonly layout?: Layout;
}): Patient {
  const { owner, repo, project: number, projectOwner, projectToken, layout = DEFAULT_LAYOUT } = settings;
  return { owner, repo, project: { owner: projectOwner, number }, layout, projectToken: kindOf(projectToken) };
}

const LOG_IN = "gh auth login --scopes project,repo";
const REFRESH = "gh auth refresh --scopes project,repo";
/** Where the token in use is one that can't be mended. */
const USE_GH = `${REFRESH} && export SIGNALBOX_GITHUB_PROJECT_TOKEN="$(gh auth token)"`;
/** Two tokens of which each lacks something: one that may do both is simplest. */
const ONE_TOKEN = `${REFRESH} && unset SIGNALBOX_GITHUB_TOKEN SIGNALBOX_GITHUB_PROJECT_TOKEN`;
/** Triage may label and close, but not write refs, nor others' cards. */
const WRITERS: ReadonlySet<RepositoryPermission | null> = new Set(["ADMIN", "MAINTAIN", "WRITE"] as const);

/** Only classic tokens and OAuth's have scopes; what the others may is seen by trying. */
function scopeFinding(repository: Facts, project: Facts, { projectToken }: Patient): GitHubDiagnosis {
  const lacks = [
    ...(hasScope(repository, "repo") || hasScope(repository, "public_repo") ? [] : ["repo"]),
    ...(hasScope(project, "project") ? [] : ["project"]),
  ];
  if (lacks.length > 0) return bad("scopes", `The token lacks the scope ${lacks.join(" and ")}.`, REFRESH);
  if (project.scopes) return good("scopes", `The token has the scopes ${project.scopes.join(", ")}.`);
  return good("scopes", `It is ${KIND_WORDS[projectToken]}, which has permissions and no scopes.`);
}

function hasScope({ scopes }: Facts, scope: string): boolean {
  return scopes === null || scopes.includes(scope);
}

async function examineRepository(
  client: GitHubClient,
  { owner, repo, installation }: Patient,
  login: string,
): Promise<GitHubDiagnosis> {
  const name = `${owner}/${repo}`;
  const { repository } = await client.query(REPOSITORY, { owner, repo });
  if (!repository) {
    return bad("repository", `There is no repository ${name}, or the token can't see it.`, `gh repo view ${name}`);
  }
  if (repository.isArchived) {
    return bad(
      "repository",
      `${name} is archived, and nothing can be written there.`,
      `gh repo unarchive ${name} --yes`,
    );
  }
  if (!repository.hasIssuesEnabled) {
    return bad("repository", `${name} has no issues.`, `gh repo edit ${name} --enable-issues`);
  }
  const { viewerPermission } = repository;
  // An App has permissions of its own, and no role there.
  if (installation) return good("repository", `The App can see ${name}.`);
  if (viewerPermission === null || !WRITERS.has(viewerPermission)) {
    const invite = `gh api --method PUT repos/${name}/collaborators/${login} --field permission=push`;
    return bad("repository", `${login} can't write to ${name}; somebody who owns it has to allow it.`, invite);
  }
  return good("repository", `${name} can be written to (${viewerPermission.toLowerCase()}).`);
}

async function examineProject(client: GitHubClient, patient: Patient, workflow: Workflow): Promise<GitHubDiagnosis[]> {
  const { owner, number } = patient.project;
  const project = await findProject(client, patient.project).catch((error: unknown) => {
    if (error instanceof GitHubError && REACH.has(error.code)) return error;
    throw error;
  });
  if (project instanceof GitHubError) return [unreachable(project, patient)];
  if (project.closed) {
    const reopen = `gh project close ${number} --owner ${owner} --undo`;
    return [bad("project", `The project ${owner}/${number} is closed.`, reopen)];
  }
  if (!project.mayUpdate) {
    return [bad("project", `The token may read the project ${owner}/${number}, but not change it.`, USE_GH)];
  }
  const { ok, what } = await tryHandoff(client, project.id);
  return [
    good("project", `The project ${owner}/${number}, "${project.title}".`),
    ok ? good("handoff", what) : bad("handoff", what, client.hasTwoTokens ? ONE_TOKEN : REFRESH),
    ...fieldFindings(project, workflow, patient.layout),
  ];
}

/** Errors that tell of the project and not of the line to GitHub. */
const REACH: ReadonlySet<string> = new Set(["github_project_missing", "github_forbidden", "github_rejected"]);

function unreachable(error: GitHubError, { project: { owner, number }, projectToken }: Patient): GitHubDiagnosis {
  const place = `the project ${owner}/${number}`;
  if (projectToken === "fine-grained") {
    const what = `Fine-grained tokens can't reach projects of users, and ${place} was not found with one.`;
    return bad("project", what, USE_GH);
  }
  if (projectToken === "app") {
    return bad("project", `This is ${KIND_WORDS.app}, and it can't see ${place}. It never sees a user's.`, USE_GH);
  }
  if (error.code === "github_project_missing") return bad("project", error.message, `gh project list --owner ${owner}`);
  return bad("project", error.message, REFRESH);
}

function fieldFindings(project: Project, workflow: Workflow, layout: Layout): GitHubDiagnosis[] {
  const plan = planFields(project, wantedFields(workflow, layout), layout);
  const init = initFor(project);
  const findings = [
    ...plan.obstacles.map((obstacle) => obstacleFinding(project, obstacle)),
    ...describePlan(plan).map((what) => bad("fields", `Still to do: ${what}`, init)),
    ...misfits(project, workflow, layout).map((what) => bad("fields", what, init)),
  ];
  return findings.length > 0 ? findings : [good("fields", "All fields and options are there.")];
}

export function obstacleFinding(project: Project, { field, what }: Obstacle): GitHubDiagnosis {
  return bad("fields", what, "id" in field ? renaming(field) : initFor(project));
}

/** Whether a field that somebody named for the state can't be that; null: it can. */
export function unfitField(project: Project, name: string): GitHubDiagnosis | null {
  const selects = project.fields.filter(({ type }) => type === "SINGLE_SELECT");
  if (selects.some((field) => field.name === name)) return null;
  const others = listed(
    selects.map((field) => field.name),
    "and",
  );
  const what = `The project has no single select field "${name}"; it has ${others === "" ? "none" : others}.`;
  return bad("fields", what, initFor(project));
}

function initFor({ owner, number }: Project): string {
  return `signalbox init --github ${owner}/${number}`;
}

function renaming({ id, name }: { readonly id: string; readonly name: string }): string {
  const input = `{fieldId:"${id}",name:"Former ${name.replaceAll(/["'\\]/g, "")}"}`;
  return `gh api graphql --raw-field query='mutation{updateProjectV2Field(input:${input}){clientMutationId}}'`;
}

function fixFor({ code }: GitHubError): string {
  if (code === "github_unauthorized") return LOG_IN;
  if (code === "github_forbidden") return REFRESH;
  return "gh api rate_limit";
}

function good(check: GitHubDiagnosis["check"], what: string): GitHubDiagnosis {
  return { check, ok: true, what, fix: null };
}

function bad(check: GitHubDiagnosis["check"], what: string, fix: string): GitHubDiagnosis {
  return { check, ok: false, what, fix };
}
