import { describe, expect, it } from "vitest";
import { makeOut } from "./answers.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
const DATA = { viewer: { login: "octo" } };

function answer(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  return makeOut({ status, headers: new Headers(headers), body }, NOW, (text) => text);
}

describe("what is left", () => {
  it("comes from the headers, by our own clock", () => {
    const headers = {
      date: "Mon, 05 Jan 2026 11:00:00 GMT",
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "4321",
      "x-ratelimit-reset": String(Date.UTC(2026, 0, 5, 11, 30) / 1000),
      "x-ratelimit-resource": "graphql",
    };
    const said = { limit: 5000, remaining: 4321, resetAt: NOW + 1_800_000 };
    expect(answer({ data: DATA }, { headers }).facts.said).toEqual(said);
    expect(answer({ data: DATA }, { headers: { ...headers, "x-ratelimit-resource": "core" } }).facts.said).toBeNull();
  });

  it("comes from the answer where there are no such headers", () => {
    const rateLimit = { cost: 3, limit: 5000, remaining: 10, resetAt: "2026-01-05T12:20:00Z" };
    const { facts } = answer({ data: { ...DATA, rateLimit } });
    expect(facts).toMatchObject({ cost: 3, said: { limit: 5000, remaining: 10, resetAt: NOW + 1_200_000 } });
  });
});

describe("a limit", () => {
  it("that is over by GitHub's clock is over", () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(NOW / 1000 - 60) };
    const { kind, ...rest } = answer({ message: "API rate limit exceeded" }, { status: 403, headers });
    expect(kind).toBe("refused");
    expect(rest).toMatchObject({ error: { code: "github_limited", until: NOW } });
  });

  it("in one part of an answer is that part's, and not the whole request's", () => {
    const problem = { type: "RATE_LIMITED", message: "no", path: ["comment"] };
    expect(answer({ data: { state: {}, comment: null }, errors: [problem] })).toMatchObject({
      kind: "answer",
      problems: [{ ...problem, unclear: false }],
    });
  });
});

describe("an answer", () => {
  it.each([
    ["text", "hello"],
    ["nothing", null],
    ["a list", [1]],
    ["no data and no errors", {}],
  ])("that is %s is lost", (_, body) => {
    expect(answer(body)).toMatchObject({ kind: "lost", error: { code: "github_failed" } });
  });

  it("that names single sign-on says where to go", () => {
    const given = { status: 403, headers: { "x-github-sso": "required; url=https://github.com/orgs/acme/sso" } };
    expect(answer({ message: "Resource protected" }, given)).toMatchObject({
      kind: "refused",
      error: { code: "github_forbidden", recovery: expect.stringContaining("single sign-on") },
    });
  });

  it("survives errors of any shape", () => {
    expect(answer({ data: null, errors: [null, 1, "x", { message: 7 }] })).toMatchObject({
      kind: "answer",
      problems: Array.from({ length: 4 }, () => ({ type: null, message: "unknown error", path: [] })),
    });
  });

  it("has the scopes of tokens that have some", () => {
    expect(answer({ data: DATA }, { headers: { "x-oauth-scopes": "repo, read:project" } }).facts.scopes).toEqual([
      "repo",
      "read:project",
    ]);
    expect(answer({ data: DATA }, { headers: { "x-oauth-scopes": "" } }).facts.scopes).toEqual([]);
    expect(answer({ data: DATA }).facts.scopes).toBeNull();
  });
});
