// Facts from CI jobs and people that are none of theirs. The forger is an agent: it has an agent's token, pushes branches with
// workflow files of its own, and has tokens that GitHub has signed for other jobs; everything goes through a real server.

import type { Caller } from "../../../src/app/app.ts";
import { recordFact } from "../../../src/app/evidence/record-fact.ts";
import { issueToken, revokeToken } from "../../../src/app/keys/tokens.ts";
import { trustWitness } from "../../../src/app/keys/witnesses.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { judge, judgePersons } from "../../../src/engine/evidence/met.ts";
import { COMMIT, openIssuer, REPOSITORY_ID, WORKFLOW, type Issuer, type Signing } from "../../support/oidc/issuer.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { agent, maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "../../system/http/house.ts";
import type { Attack, Family, Outcome } from "../forgery.ts";

interface AttestedWorld {
  readonly house: House;
  readonly issuer: Issuer;
  /** What GitHub would sign for a job of the trusted workflow, but for what is said otherwise. */
  readonly job: (signing?: Signing) => Promise<Record<string, string>>;
  readonly give: (headers: Record<string, string>, fact?: object) => Promise<Answered>;
}

const TESTS = { passed: 812, failed: 0, skipped: 3 };
const PASS = { commit: COMMIT, name: "tests", verdict: "pass", tests: TESTS };
const OTHER = "91d0e770".repeat(5);
const BRANCH_FILE = WORKFLOW.replace("refs/heads/main", "refs/heads/7-fix");

/** Whether a ticket at the commit would be let through: a pass of the tests that somebody has looked at. */
async function outcome({ house }: AttestedWorld, answer: Answered): Promise<Outcome> {
  const facts = await house.app.board.evidence.facts(COMMIT);
  const said = facts.find(({ name }) => name === "tests")?.said ?? [];
  const { error } = (answer.json ?? {}) as { error?: { code: string; message: string } };
  const words = error ? `${error.code}: ${error.message}` : JSON.stringify(answer.json);
  return { landed: judge(said, "witnessed", null).met, why: `${answer.status} ${words}`.slice(0, 160) };
}

function byJob(
  name: string,
  does: string,
  signing: Signing | (() => Signing),
  fact: object = PASS,
): Attack<AttestedWorld> {
  return {
    name,
    does,
    attack: async (world) => {
      const job = await world.job(typeof signing === "function" ? signing() : signing);
      return outcome(world, await world.give(job, fact));
    },
  };
}

/** From when an attack is played: the benchmark may have been loaded long before. */
const minutes = (count: number): number => Math.floor(Date.now() / 1000) + count * 60;

const BY_JOBS: readonly Attack<AttestedWorld>[] = [
  byJob("alg-none", "sends a token without a signature", { as: "alg-none" }),
  byJob("hs256-by-public-key", "signs with the issuer's public key as a secret", { as: "hs256-by-public-key" }),
  byJob("foreign-key", "signs with a key of its own, under the name of the issuer's", { as: "foreign-key" }),
  byJob("key-brought-along", "brings its own key in the token's header", { as: "key-brought-along" }),
  byJob("made-up-kid", "names a key that the issuer does not have", { header: { kid: "../../dev/null" } }),
  byJob("other-audience", "uses a token that was made for another board", { claims: { aud: "another" } }),
  byJob("other-issuer", "signs as an issuer that nobody trusts", { claims: { iss: "https://issuer.example" } }),
  byJob("expired", "keeps a token until it has expired", () => ({ claims: { exp: minutes(-1) } })),
  byJob("old-token", "keeps a token that lasts for hours", () => ({ claims: { iat: minutes(-11), exp: minutes(60) } })),
  byJob("not-yet-valid", "uses a token before its time", () => ({ claims: { nbf: minutes(5) } })),
  byJob("fork", "runs the workflow in a fork of the repository", { claims: { repository_id: "1" } }),
  byJob("branch-workflow", "changes the workflow on its branch", { claims: { job_workflow_ref: BRANCH_FILE } }),
  byJob("callers-own-job", "asks for a token in the workflow that calls the trusted one", {
    claims: { job_workflow_ref: WORKFLOW.replace("proof.yml", "ci.yml") },
  }),
  byJob("pull-request-sha", "lets a pull request's job speak of a merge that was made for the test", {
    claims: { event_name: "pull_request" },
  }),
  byJob("dispatched", "starts the workflow by hand", { claims: { event_name: "workflow_dispatch" } }),
  byJob("other-commit", "lets the job of a commit that passes speak of one that does not", { claims: { sha: OTHER } }),
  byJob(
    "no-tests",
    "says pass of a run that tested nothing",
    {},
    { ...PASS, tests: { passed: 0, failed: 0, skipped: 9 } },
  ),
  byJob(
    "one-failed",
    "says pass of a run with a failure",
    {},
    { ...PASS, tests: { passed: 9, failed: 1, skipped: 0 } },
  ),
];

const OTHERS: readonly Attack<AttestedWorld>[] = [
  {
    name: "agent-posts-fact",
    does: "posts the fact with its own token",
    attack: async (world) =>
      outcome(world, await world.give(bearer(await world.house.token("agent", { name: "ann" })))),
  },
  {
    name: "level-in-the-body",
    does: "says itself what its word is worth",
    attack: async (world) => {
      const headers = bearer(await world.house.token("agent", { name: "ann" }));
      const forged = { level: "attested", source: "token:ci", witness: { level: "attested", source: "token:ci" } };
      return outcome(world, await world.give(headers, { ...PASS, ...forged }));
    },
  },
  {
    name: "posts-without-a-key",
    does: "posts the fact from the same machine, without a key",
    attack: async (world) => outcome(world, await world.give({})),
  },
  {
    name: "viewer-posts-fact",
    does: "posts the fact with a viewer's token",
    attack: async (world) => outcome(world, await world.give(bearer(await world.house.token("viewer")))),
  },
  {
    name: "named-like-a-person",
    does: "calls itself like a person, and like the CI system",
    attack: async (world) => {
      const { app } = world.house;
      for (const name of ["person:Maria", "token:ci", "check"]) {
        const forger: Caller = { ...agent(name), via: "stdio" };
        await recordFact(app, forger, { subject: COMMIT, name: "tests", verdict: "pass", tests: TESTS });
      }
      return outcome(world, await world.house.ask(`/api/facts?commit=${COMMIT}`));
    },
  },
  {
    name: "another-fact",
    does: "lets a witness of another fact give this one",
    attack: async (world) =>
      outcome(world, await world.give(bearer(await world.house.token("witness", { facts: ["lint"] })))),
  },
  {
    name: "revoked-token",
    does: "uses a witness's token that was revoked",
    attack: async (world) => {
      const headers = bearer(await world.house.token("witness", { name: "ci", facts: ["tests"] }));
      accepted(await revokeToken(world.house.app, maria, "ci"));
      return outcome(world, await world.give(headers));
    },
  },
  {
    name: "pass-over-fail",
    does: "repeats the id of a run that failed, and says pass",
    attack: async (world) => {
      const headers = bearer(await world.house.token("witness", { facts: ["tests"] }));
      const failed = { ...PASS, verdict: "fail", tests: { passed: 1, failed: 1, skipped: 0 }, request_id: "run-1" };
      await world.give(headers, failed);
      return outcome(world, await world.give(headers, { ...PASS, request_id: "run-1" }));
    },
  },
  {
    name: "issuer-away",
    does: "waits until the issuer's keys can't be had",
    attack: async (world) => {
      world.issuer.fault = "error";
      return outcome(world, await world.give(await world.job({ as: "foreign-key" })));
    },
  },
  {
    name: "witness-reviews",
    does: "has a witness say what only a person says",
    attack: async ({ house }) => {
      const made = await issueToken(house.app, maria, { role: "witness", name: "ci", facts: ["review"] });
      const forger: Caller = { ...agent("ci"), witness: { level: "attested", source: "token:ci" } };
      await recordFact(house.app, forger, { subject: COMMIT, name: "review", verdict: "pass" });
      const [review] = await house.app.board.evidence.facts(COMMIT, ["review"]);
      const landed = "token" in made || judgePersons(review?.said ?? []).met;
      return { landed, why: "code" in made ? made.code : "a token was made" };
    },
  },
  {
    name: "witness-moves",
    does: "moves a ticket with a witness's token: by the API, and by the agents' door",
    attack: async ({ house }) => {
      accepted(await createTicket(house.app, maria, { title: "One" }));
      const before = await house.app.board.tickets.get("1");
      const headers = bearer(await house.token("witness", { facts: ["tests"] }));
      const move = { command: "triage", toState: "Research Needed", reason: "x" };
      const moved = await house.ask("/api/tickets/1/handoff", { headers, body: move });
      const call = { name: "handoff_ticket", arguments: { number: 1, command: "triage", to_state: "Research Needed" } };
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
      const called = await house.ask("/mcp", { headers: { ...headers, accept: "application/json" }, body });
      const after = await house.app.board.tickets.get("1");
      return { landed: after?.state !== before?.state, why: `${moved.status} at the API, ${called.status} at /mcp` };
    },
  },
];

export const attestedFamily: Family<AttestedWorld> = {
  family: "Attested",
  makeWorld: async () => {
    const [house, issuer] = await Promise.all([openHouse(), openIssuer()]);
    const audience = await trust(house, issuer, WORKFLOW);
    return {
      house,
      issuer,
      job: async (signing) => bearer(await issuer.sign(audience, signing)),
      give: (headers, fact = PASS) => house.ask("/api/facts", { headers, body: fact }),
    };
  },
  endWorld: async ({ house, issuer }) => {
    await house.close();
    await issuer.close();
  },
  attacks: [...BY_JOBS, ...OTHERS],
  controls: [
    byJob("push", "a job of the trusted workflow, for a push", {}),
    byJob("merge-queue", "a job of the trusted workflow, in the merge queue", {
      claims: { event_name: "merge_group" },
    }),
    {
      name: "witness-token",
      does: "a job with a witness's token",
      attack: async (world) =>
        outcome(world, await world.give(bearer(await world.house.token("witness", { facts: ["tests"] })))),
    },
    {
      name: "person",
      does: "a person, in a browser, with a reason",
      attack: async (world) =>
        outcome(world, await world.give(await world.house.browser(), { ...PASS, reason: "Ran it." })),
    },
  ],
  planted: [
    {
      without: "the pinned workflow: the branch's file is trusted as well",
      weaken: (world) => ({
        ...world,
        give: async (headers, fact) => {
          await trust(world.house, world.issuer, BRANCH_FILE);
          return world.give(headers, fact);
        },
      }),
      lands: ["branch-workflow"],
    },
  ],
};

async function trust({ app }: House, { url }: Issuer, workflow: string): Promise<string> {
  const asked = { repositoryId: REPOSITORY_ID, workflow, facts: ["tests"], issuer: url };
  return accepted(await trustWitness(app, maria, asked)).audience;
}
