// CI jobs that a person trusts: which repository, by its number, and which workflow file, where no branch can change it.
// What a job's token says is held against that here; whether its signature is good was found out before.

import { randomBytes } from "node:crypto";
import { isCommit } from "../../engine/evidence/fact.ts";
import { stamp } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, quote, showName } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { Entry } from "../commit/plan.ts";
import { settle } from "../commit/settle.ts";
import type { Board } from "../ports/board.ts";
import type { WitnessView } from "../pages/people-views.ts";
import type { FoundWitness, KeptWitness } from "../ports/keys.ts";
import { checkFacts } from "./fact-list.ts";

export const GITHUB_ISSUER = "https://token.actions.githubusercontent.com";

export interface WitnessInput {
  readonly repositoryId: string;
  readonly workflow: string;
  readonly facts: readonly string[];
  /** undefined: GitHub's own. */
  readonly issuer?: string | undefined;
}

export async function trustWitness(app: App, caller: Caller, input: WitnessInput): Promise<WitnessView | Refusal> {
  const checked = refuseAgent(caller) ?? checkInput(input);
  if (isRefusal(checked)) return checked;
  const [now, all, audience] = await Promise.all([
    app.board.now(),
    app.board.keys.witnesses(),
    app.board.keys.boardId(),
  ]);
  const same = all.find((one) => one.revokedAt === null && isSame(one, checked));
  if (same) {
    return refuse(
      "witness_known",
      `Witness ${same.id} stands for the same workflow already; it may give ${listed(same.facts)}.`,
      `revoke that one first to change its facts: signalbox witness revoke ${same.id}`,
    );
  }
  const kept: KeptWitness = { ...checked, id: randomBytes(5).toString("hex"), createdAt: now, revokedAt: null };
  const { id, issuer, repositoryId, workflow, facts } = kept;
  // The row first: nobody is believed of whom the ledger does not say who trusted them.
  await record(app, caller, "issue", { witness: id, issuer, repositoryId, workflow, facts });
  await app.board.keys.addWitness(kept);
  return viewWitness({ ...kept, seenAt: null, seenFrom: null }, audience);
}

export async function revokeWitness(app: App, caller: Caller, id: string): Promise<WitnessView | Refusal> {
  const refusal = refuseAgent(caller);
  if (refusal) return refusal;
  const [now, all, audience] = await Promise.all([
    app.board.now(),
    app.board.keys.witnesses(),
    app.board.keys.boardId(),
  ]);
  const meant = all.find((witness) => witness.id === id);
  if (!meant) return noSuchWitness(id, all);
  if (await app.board.keys.revokeWitness(id)) {
    const { issuer, repositoryId, workflow } = meant;
    await record(app, caller, "revoke", { witness: id, issuer, repositoryId, workflow });
  }
  return viewWitness({ ...meant, revokedAt: meant.revokedAt ?? now }, audience);
}

export async function listWitnesses(app: App): Promise<readonly WitnessView[]> {
  const [all, audience] = await Promise.all([app.board.keys.witnesses(), app.board.keys.boardId()]);
  return all.map((witness) => viewWitness(witness, audience));
}

/** Those that are trusted under an issuer's name, exactly as it is written. */
export async function witnessesOf(board: Board, issuer: string): Promise<readonly FoundWitness[]> {
  return (await board.keys.witnesses()).filter((one) => one.revokedAt === null && one.issuer === issuer);
}

/** Which of them a job is, by what its issuer has signed; or what stands against it, in words. */
export function recognizeJob(
  trusted: readonly FoundWitness[],
  claims: Readonly<Record<string, unknown>>,
): Job | { readonly why: string } {
  const ofRepository = trusted.filter(({ repositoryId }) => repositoryId === claims["repository_id"]);
  if (ofRepository.length === 0) {
    return { why: `no job of the repository ${said(claims, "repository_id")} is trusted (repository_id)` };
  }
  const witness = ofRepository.find(({ workflow }) => workflow === claims["job_workflow_ref"]);
  if (!witness) {
    return {
      why: `the workflow ${said(claims, "job_workflow_ref")} is not the one that is trusted (job_workflow_ref): a branch's own file counts for nothing`,
    };
  }
  const event = claims["event_name"];
  if (event !== "push" && event !== "merge_group") {
    const why = event === "pull_request" ? ": the commit of a pull request's job is a merge made for the test" : "";
    return {
      why: `the job ran for ${said(claims, "event_name")}, and only push and merge_group count (event_name)${why}`,
    };
  }
  const sha = claims["sha"];
  if (typeof sha !== "string" || !isCommit(sha)) {
    return { why: `the commit ${said(claims, "sha")} is no commit (sha)` };
  }
  return { witness, commit: sha };
}

export interface Job {
  readonly witness: FoundWitness;
  /** The only commit that it may speak of. */
  readonly commit: string;
}

const REPOSITORY_ID = /^[1-9]\d{0,18}$/;
const WORKFLOW =
  /^[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/workflows\/[\w.-]{1,100}\.ya?ml@(refs\/(?:heads|tags)\/[^\s~^:?*[\\]{1,200}|[0-9a-f]{40})$/;

type Checked = Pick<KeptWitness, "issuer" | "repositoryId" | "workflow" | "facts">;

function checkInput({ repositoryId, workflow, facts: asked, issuer = GITHUB_ISSUER }: WitnessInput): Checked | Refusal {
  if (!REPOSITORY_ID.test(repositoryId)) {
    return refuse(
      "invalid_witness",
      `${quote(repositoryId)} is no repository's id: it is a number.`,
      "retry with --repository-id and the number that `gh api repos/OWNER/NAME --jq .id` prints.",
    );
  }
  if (!WORKFLOW.test(workflow)) {
    return refuse(
      "invalid_witness",
      `${quote(workflow)} names no workflow file at a branch, a tag or a commit.`,
      "retry with --workflow owner/repo/.github/workflows/proof.yml@refs/heads/main.",
    );
  }
  if (!isIssuer(issuer)) {
    return refuse(
      "invalid_witness",
      `${quote(issuer)} is no issuer: it is an https address without a question mark, a fragment or a password.`,
      "retry with --issuer as it stands in the tokens, or without it for GitHub.",
    );
  }
  const facts = checkFacts(asked);
  return isRefusal(facts) ? facts : { issuer, repositoryId, workflow, ...facts };
}

/** Keys that come over a bare connection could be anybody's; on this machine there is nobody in between. */
export function isIssuer(text: string): boolean {
  if (text.length > 300 || !URL.canParse(text) || /[\s?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return username === "" && password === "" && (protocol === "https:" || (protocol === "http:" && isHere));
}

function isSame(one: Checked, other: Checked): boolean {
  return one.issuer === other.issuer && one.repositoryId === other.repositoryId && one.workflow === other.workflow;
}

function said(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claims[name];
  return typeof value === "string" ? quote(value.slice(0, 300)) : "(not said)";
}

function viewWitness(witness: Omit<FoundWitness, "now">, audience: string): WitnessView {
  const { id, issuer, repositoryId, workflow, facts, createdAt, revokedAt, seenAt, seenFrom } = witness;
  return {
    id,
    issuer,
    repositoryId,
    workflow,
    facts,
    audience,
    createdAt: stamp(createdAt),
    state: revokedAt === null ? "live" : "revoked",
    seenAt: seenAt === null ? null : stamp(seenAt),
    seenFrom,
  };
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse("person_only", "Only a person says which jobs are trusted.", "ask a person to run signalbox witness.");
}

function noSuchWitness(asked: string, all: readonly FoundWitness[]): Refusal {
  const meant = nearest(
    asked,
    all.map(({ id }) => id),
  );
  return refuse(
    "witness_not_found",
    `There is no witness ${quote(asked)}.`,
    meant === undefined ? "find its id with signalbox witness list." : `retry with ${showName(meant)}.`,
  );
}

async function record(app: App, caller: Caller, kind: "issue" | "revoke", data: Entry["data"]): Promise<void> {
  const entry: Entry = { kind, subject: { type: "board", key: "tokens" }, by: authorOf(caller), data };
  const plan = { id: app.newId(), checks: [], entries: [entry] };
  await settle(app.board, () => Promise.resolve({ plan, answer: () => null }));
}
