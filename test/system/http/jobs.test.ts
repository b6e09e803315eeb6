// CI jobs that show who they are by their issuer's signature, at a real server, with a real issuer.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { revokeWitness, trustWitness } from "../../../src/app/keys/witnesses.ts";
import type { WitnessView } from "../../../src/app/pages/people-views.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { openIssuer, REPOSITORY_ID, WORKFLOW, type Issuer, type Signing } from "../../support/oidc/issuer.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

const MINUTE = 60_000;
let house: House;
let issuer: Issuer;
let trusted: WitnessView;

beforeEach(async () => {
  house = await openHouse({ loopback: false });
  issuer = await openIssuer();
  const asked = { repositoryId: REPOSITORY_ID, workflow: WORKFLOW, facts: ["tests"], issuer: issuer.url };
  trusted = accepted(await trustWitness(house.app, maria, asked));
});

afterEach(async () => {
  await house.close();
  await issuer.close();
});

const me = (token: string): Promise<Answered> => house.ask("/api/me", { headers: bearer(token) });
const signed = (signing: Signing = {}): Promise<string> => issuer.sign(trusted.audience, signing);

describe("a job of the trusted workflow", () => {
  it("is a witness, and the board knows when it was last here", async () => {
    const answer = await me(await signed());
    expect(answer).toMatchObject({ status: 200, json: { role: "witness", name: `oidc:${REPOSITORY_ID}` } });
    expect(await house.app.board.keys.witnesses()).toMatchObject([{ id: trusted.id, seenFrom: "127.0.0.1" }]);
    expect((await me(await signed({ claims: { event_name: "merge_group" } }))).status).toBe(200);
  });

  it("moves nothing, reads nothing, and is no agent", async () => {
    accepted(await createTicket(house.app, maria, { title: "One" }));
    const headers = bearer(await signed());
    for (const path of ["/api/board", "/api/tickets", "/api/tickets/1", "/api/ledger", "/api/events", "/metrics"]) {
      expect(await house.ask(path, { headers }), path).toMatchObject({
        status: 403,
        json: { error: { code: "role_not_allowed" } },
      });
    }
    const move = { toState: "Research Needed", command: "triage", reason: "x" };
    for (const [path, body] of [
      ["/api/tickets", { title: "Two" }],
      ["/api/tickets/1/handoff", move],
      ["/api/tickets/1/comments", { body: "x" }],
      ["/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }],
    ] as const) {
      expect((await house.ask(path, { headers, body })).status, path).toBe(403);
    }
    expect((await house.app.board.ledger.head()).seq).toBe(2);
  });

  it("is nobody once the person trusts it no longer", async () => {
    accepted(await revokeWitness(house.app, maria, trusted.id));
    expect(refusal(await me(await signed()))).toMatch(/^no witness of the issuer .* is trusted \(iss\)$/);
  });
});

const REFUSED: readonly (readonly [name: string, signing: Signing, why: RegExp])[] = [
  ["unsigned (alg none)", { as: "alg-none" }, /\(alg\)|kind that is taken/],
  ["signed by HS256 with the public key", { as: "hs256-by-public-key" }, /\(alg\)/],
  ["signed by another key of the issuer, by RS512", { as: "rs512" }, /not signed by RS256 \(alg\)/],
  ["signed by a key that it brings along", { as: "key-brought-along" }, /signature is not its issuer's/],
  ["signed by somebody else's key of the same name", { as: "foreign-key" }, /signature is not its issuer's/],
  ["signed by a key that the issuer does not have", { header: { kid: "other" } }, /no such key \(kid\)/],
  ["for another audience", { claims: { aud: "another" } }, /made for somebody else \(aud\)/],
  ["for several audiences", { claims: { aud: ["AUDIENCE", "another"] } }, /made for somebody else \(aud\)/],
  ["for no audience", { without: ["aud"] }, /\(aud\)/],
  ["of another issuer", { claims: { iss: "https://somebody.example" } }, /\(iss\)/],
  ["of an issuer that is nearly the same", { claims: { iss: "ISSUER/" } }, /\(iss\)/],
  ["of no issuer", { without: ["iss"] }, /\(iss\)/],
  ["that has expired", { claims: { exp: seconds(-1) } }, /expired \(exp\)/],
  ["without an end", { without: ["exp"] }, /\(exp\)/],
  ["that is not valid yet", { claims: { nbf: seconds(5) } }, /not valid yet \(nbf\)/],
  ["that is more than 10 minutes old", { claims: { iat: seconds(-11), exp: seconds(30) } }, /10 minutes old \(iat\)/],
  ["that is from the future", { claims: { iat: seconds(11), exp: seconds(30) } }, /\(iat\)/],
  ["of another repository", { claims: { repository_id: "1" } }, /\(repository_id\)/],
  ["of a repository's number that is no text", { claims: { repository_id: 729_000_123 } }, /\(repository_id\)/],
  [
    "of the same file on a branch",
    { claims: { job_workflow_ref: WORKFLOW.replace("main", "7-fix") } },
    /a branch's own file counts for nothing/,
  ],
  ["of another file", { claims: { job_workflow_ref: WORKFLOW.replace("proof", "ci") } }, /\(job_workflow_ref\)/],
  ["of no workflow", { without: ["job_workflow_ref"] }, /\(not said\).*\(job_workflow_ref\)/],
  ["of a pull request", { claims: { event_name: "pull_request" } }, /pull request's job is a merge made for the test/],
  ["of a pull request's target", { claims: { event_name: "pull_request_target" } }, /\(event_name\)/],
  ["of an event that anybody can cause", { claims: { event_name: "workflow_dispatch" } }, /\(event_name\)/],
  ["without a commit", { without: ["sha"] }, /\(sha\)/],
  ["of a commit that is none", { claims: { sha: "main" } }, /\(sha\)/],
];

describe("a token", () => {
  it.each(REFUSED)("%s is refused, and it is said why", async (_, { claims = {}, ...rest }, why) => {
    const filled = JSON.stringify(claims).replaceAll("AUDIENCE", trusted.audience).replaceAll("ISSUER", issuer.url);
    const token = await signed({ ...rest, claims: JSON.parse(filled) as Record<string, unknown> });
    expect(refusal(await me(token))).toMatch(why);
  });

  it("that is none, or too long, is refused without asking anybody", async () => {
    for (const token of ["a.b.c", "e30.e30.e30", `${"A".repeat(9_000)}.e30.e30`, "..", "e30.e30."]) {
      expect([401, 403]).toContain((await me(token)).status);
    }
    expect(issuer.asked).toEqual({ keys: 0, place: 0 });
  });

  it("of an issuer whom nobody trusts leads to no request anywhere", async () => {
    const other = await openIssuer();
    try {
      expect((await me(await other.sign(trusted.audience))).status).toBe(403);
      expect(other.asked).toEqual({ keys: 0, place: 0 });
    } finally {
      await other.close();
    }
  });

  it("is turned away for a while after too many that did not fit, and one that fits is not", async () => {
    const good = await signed();
    expect((await me(good)).status).toBe(200);
    const bad = await signed({ claims: { aud: "another" } });
    for (let count = 0; count < 20; count++) expect((await me(bad)).status).toBe(403);
    expect(await me(bad)).toMatchObject({ status: 429 });
    expect((await me(good)).status).toBe(200);
  });
});

describe("the issuer's keys", () => {
  it("are asked for once", async () => {
    for (let count = 0; count < 3; count++) expect((await me(await signed())).status).toBe(200);
    expect(issuer.asked).toEqual({ keys: 1, place: 1 });
  });

  it("may change: the new key is found, and the old one is good no longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const old = await signed();
      expect((await me(old)).status).toBe(200);
      await issuer.rotate();
      vi.setSystemTime(Date.now() + MINUTE);
      expect((await me(await signed())).status).toBe(200);
      expect(refusal(await me(old))).toMatch(/\(kid\)/);
      expect(issuer.asked.keys).toBe(2);
      // Made-up keys make nobody ask again and again.
      for (let count = 0; count < 5; count++) await me(await signed({ header: { kid: `made-up-${count}` } }));
      expect(issuer.asked.keys).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(["error", "endless", "nonsense", "elsewhere", "other-name"] as const)(
    "that can't be had (%s) let nobody in, and do so again when they can be had",
    async (fault) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        issuer.fault = fault;
        const answer = await me(await signed());
        expect(answer).toMatchObject({ status: 503, json: { error: { code: "issuer_unreachable" } } });
        expect(answer.headers["retry-after"]).toBe("1");
        issuer.fault = "none";
        // Not asked again at once, however many come.
        expect((await me(await signed())).status).toBe(503);
        vi.setSystemTime(Date.now() + 6_000);
        expect((await me(await signed())).status).toBe(200);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it("are not believed for ever where their issuer is away", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect((await me(await signed())).status).toBe(200);
      issuer.fault = "error";
      vi.setSystemTime(Date.now() + 11 * MINUTE);
      await house.advance(11 * MINUTE);
      expect((await me(await signed())).status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are not to be had from an issuer that is gone", async () => {
    const token = await signed();
    await issuer.close();
    expect((await me(token)).status).toBe(503);
    issuer = await openIssuer();
  });
});

/** Why it was refused. */
function refusal({ status, json }: Answered): string {
  expect({ status, json }).toMatchObject({ status: 403, json: { error: { code: "claims_not_allowed" } } });
  const { message } = (json as { error: { message: string } }).error;
  return message.replace(/^This job's token is not taken: |\.$/g, "");
}

function seconds(minutes: number): number {
  return Math.floor(Date.now() / 1000) + minutes * 60;
}
