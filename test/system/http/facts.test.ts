// Facts over HTTP: the level comes from the key that was shown, and from nothing that was sent.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFacts } from "../../../src/app/evidence/list-facts.ts";
import { revokeToken } from "../../../src/app/keys/tokens.ts";
import { trustWitness } from "../../../src/app/keys/witnesses.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { COMMIT, openIssuer, REPOSITORY_ID, WORKFLOW, type Issuer } from "../../support/oidc/issuer.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

const TESTS = { passed: 812, failed: 0, skipped: 3 };
const PASS = { commit: COMMIT, name: "tests", verdict: "pass", tests: TESTS };
const OTHER = "91d0e770".repeat(5);
let house: House;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

const give = (headers: Record<string, string>, body: object = PASS): Promise<Answered> =>
  house.ask("/api/facts", { headers, body });

const ci = async (facts = ["tests"]): Promise<Record<string, string>> =>
  bearer(await house.token("witness", { name: "ci", facts }));

async function known(commit = COMMIT): Promise<unknown> {
  return (accepted({ facts: await listFacts(house.app, { commit }) }) as { facts: unknown }).facts;
}

describe("a witness's token", () => {
  it("attests the facts that it names, once for each request", async () => {
    const headers = await ci();
    const body = { ...PASS, exit: 0, ms: 74_210, url: "https://ci.example/1", tail: "812 passed", request_id: "run-1" };
    const first = await give(headers, body);
    expect(first).toMatchObject({ status: 201, json: { level: "attested", tickets: [] } });
    const { event } = first.json as { event: number };
    expect(await give(headers, body)).toMatchObject({ status: 201, json: { event, repeated: true } });
    expect(await give(headers, { ...body, verdict: "fail" })).toMatchObject({
      status: 409,
      json: { error: { code: "request_reused" } },
    });
    const [row] = await house.app.board.ledger.after(event - 1, 10);
    expect(row).toMatchObject({
      kind: "fact",
      subject: { type: "commit", key: COMMIT },
      by: { connection: "ci@token", via: "http" },
      data: {
        name: "tests",
        verdict: "pass",
        level: "attested",
        source: "token:ci",
        tests: TESTS,
        exit: 0,
        ms: 74_210,
      },
      texts: { tail: "812 passed" },
    });
    expect((await house.app.board.ledger.head()).seq).toBe(event);
    const read = await house.ask(`/api/facts?commit=${COMMIT}`, { headers });
    expect(read.json).toMatchObject({
      commit: COMMIT,
      facts: [{ name: "tests", verdict: "pass", level: "attested", said: [{ source: "token:ci" }] }],
    });
  });

  it("gives no other fact, and is told which it may give", async () => {
    const answer = await give(await ci(), { ...PASS, name: "landed" });
    expect(answer).toMatchObject({
      status: 403,
      json: { error: { code: "role_not_allowed", message: expect.stringContaining("it may give tests") } },
    });
    expect(await known()).toEqual([]);
  });

  it("gives none any more once it is revoked", async () => {
    const headers = await ci();
    accepted(await revokeToken(house.app, maria, "ci"));
    expect((await give(headers)).status).toBe(401);
    expect(await known()).toEqual([]);
  });

  it("passes nothing where no test passed, or one failed", async () => {
    const headers = await ci();
    for (const tests of [
      { passed: 0, failed: 0, skipped: 9 },
      { passed: 9, failed: 1, skipped: 0 },
    ]) {
      expect(await give(headers, { ...PASS, tests })).toMatchObject({
        status: 422,
        json: { error: { code: "no_tests" } },
      });
    }
    expect(await known()).toEqual([]);
    expect(
      (await give(headers, { ...PASS, verdict: "empty", tests: { passed: 0, failed: 0, skipped: 9 } })).status,
    ).toBe(201);
  });

  it("sends nothing that is too much, or that is no fact about a commit", async () => {
    const headers = await ci();
    for (const unfit of [
      { commit: "main" },
      { commit: COMMIT.slice(0, 12) },
      { commit: "#1" },
      { commit: COMMIT.toUpperCase() },
      { verdict: "passed" },
      { tests: { passed: -1, failed: 0, skipped: 0 } },
      { tests: { passed: 1.5, failed: 0, skipped: 0 } },
      { tests: 812 },
      { url: "javascript:alert(1)" },
      { url: "data:text/html,x" },
      { url: `https://ci.example/${"x".repeat(2_000)}` },
      { tail: "x".repeat(64 * 1024 + 1) },
      { request_id: "" },
      { request_id: "x".repeat(300) },
      { level: "attested" },
      { source: "person:Maria" },
      { check: "sha256:0" },
      { paths: [] },
      { by: { person: "Maria" } },
    ]) {
      const answer = await give(headers, { ...PASS, ...unfit });
      expect(answer.status, `${JSON.stringify(unfit).slice(0, 100)} ${answer.text}`).toBe(400);
    }
    expect((await house.ask("/api/facts", { headers })).status).toBe(400);
    expect((await house.ask("/api/facts?commit=main", { headers })).status).toBe(400);
    expect((await house.app.board.ledger.head()).seq).toBe(1);
  });

  it("is masked where its output shows a secret", async () => {
    const secret = `sbx_0123456789_${"A".repeat(43)}`;
    const answer = await give(await ci(), { ...PASS, tail: `token: ${secret}` });
    const { event } = answer.json as { event: number };
    const [row] = await house.app.board.ledger.after(event - 1, 1);
    expect(row?.texts["tail"]).not.toContain("AAAA");
  });
});

describe("somebody who is no witness", () => {
  it("only reports, with an agent's token, whatever they send along", async () => {
    const answer = await give(bearer(await house.token("agent", { name: "ann" })));
    expect(answer).toMatchObject({ status: 201, json: { level: "reported" } });
    expect(await known()).toMatchObject([{ level: "reported", said: [{ source: "ann@token" }] }]);
  });

  it("gives nothing without a key, or with a viewer's", async () => {
    expect((await give({})).status).toBe(401);
    expect(await give(bearer(await house.token("viewer")))).toMatchObject({
      status: 403,
      json: { error: { code: "role_not_allowed" } },
    });
    expect(await known()).toEqual([]);
    expect((await house.ask(`/api/facts?commit=${COMMIT}`)).status).toBe(200);
  });

  it("attests as a person, who says why", async () => {
    const headers = await house.browser();
    expect(await give(headers)).toMatchObject({ status: 400, json: { error: { code: "blank_reason" } } });
    expect(await give(headers, { ...PASS, reason: "Ran it myself." })).toMatchObject({
      status: 201,
      json: { level: "attested" },
    });
    expect(await known()).toMatchObject([{ said: [{ source: "person:Maria", level: "attested" }] }]);
  });
});

describe("a person in the dashboard", () => {
  const attest = (headers: Record<string, string>, body: object): Promise<Answered> =>
    house.ask("/api/tickets/1/attest", { headers, body });

  beforeEach(async () => {
    accepted(await createTicket(house.app, maria, { title: "One" }));
  });

  it("says of a ticket without a commit that it needs none, and why", async () => {
    const headers = await house.browser();
    // An hour later: no fresh proof is asked for.
    await house.advance(60 * 60_000);
    expect((await attest(headers, { name: "codeless", reason: " " })).status).toBe(400);
    const answer = await attest(headers, {
      name: "codeless",
      reason: "A letter to write.",
      commit: null,
      requestId: "a",
    });
    expect(answer).toMatchObject({ status: 201, json: { level: "attested", subject: "#1", tickets: ["1"] } });
    expect(
      await attest(headers, { name: "codeless", reason: "A letter to write.", commit: null, requestId: "a" }),
    ).toMatchObject({
      status: 201,
      json: { repeated: true },
    });
    const [row] = await house.app.board.ledger.after((answer.json as { event: number }).event - 1, 1);
    expect(row).toMatchObject({
      subject: { type: "ticket", key: "1" },
      by: { person: "Maria" },
      texts: { reason: "A letter to write." },
    });
  });

  it("does not speak of another commit than the one that they saw", async () => {
    expect(await attest(await house.browser(), { name: "review", reason: "Read it.", commit: OTHER })).toMatchObject({
      status: 409,
      json: { error: { code: "commit_changed" } },
    });
  });

  it("is a person: nobody else attests a ticket", async () => {
    const body = { name: "codeless", reason: "x" };
    for (const [headers, status] of [
      [{}, 401],
      [bearer(await house.token("viewer")), 403],
      [bearer(await house.token("agent")), 403],
      [await ci(), 403],
    ] as const) {
      expect((await attest(headers, body)).status).toBe(status);
    }
  });
});

describe("a job of a trusted workflow", () => {
  let issuer: Issuer;
  let job: (claims?: Record<string, unknown>) => Promise<Record<string, string>>;

  beforeEach(async () => {
    issuer = await openIssuer();
    const asked = { repositoryId: REPOSITORY_ID, workflow: WORKFLOW, facts: ["tests"], issuer: issuer.url };
    const { audience } = accepted(await trustWitness(house.app, maria, asked));
    job = async (claims = {}) => bearer(await issuer.sign(audience, { claims }));
  });

  afterEach(() => issuer.close());

  it("attests the commit that it ran at", async () => {
    expect(await give(await job())).toMatchObject({ status: 201, json: { level: "attested" } });
    expect(await known()).toMatchObject([{ said: [{ source: `oidc:${REPOSITORY_ID}:${WORKFLOW}` }] }]);
    const [row] = (await house.app.board.ledger.after(0, 10)).slice(-1);
    expect(row).toMatchObject({
      by: { connection: `oidc:${REPOSITORY_ID}@token`, via: "http", proof: expect.stringMatching(/^witness /) },
    });
  });

  it("says nothing of another commit, and reads nothing of it", async () => {
    const headers = await job();
    for (const answer of [
      await give(headers, { ...PASS, commit: OTHER }),
      await house.ask(`/api/facts?commit=${OTHER}`, { headers }),
    ]) {
      expect(answer).toMatchObject({
        status: 403,
        json: { error: { code: "claims_not_allowed", message: expect.stringContaining("(sha)") } },
      });
    }
    expect(await known(OTHER)).toEqual([]);
  });

  it("gives no fact that its workflow is not trusted with", async () => {
    expect(await give(await job(), { ...PASS, name: "landed" })).toMatchObject({
      status: 403,
      json: { error: { code: "role_not_allowed" } },
    });
  });

  it("takes back its own word of before, and nobody else's", async () => {
    await give(await ci(), { ...PASS, verdict: "fail", tests: { passed: 1, failed: 1, skipped: 0 } });
    await give(await job(), { ...PASS, verdict: "fail", tests: { passed: 1, failed: 1, skipped: 0 } });
    await give(await job());
    expect(await known()).toMatchObject([{ verdict: "fail", said: [{ verdict: "fail" }, { verdict: "pass" }] }]);
  });
});
