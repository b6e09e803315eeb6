import { expect } from "vitest";
import { endBrowser, listBrowsers, recognizeBrowser, signIn } from "../../src/app/keys/browsers.ts";
import { admit, invite, inviteBy } from "../../src/app/keys/invitations.ts";
import { issueToken, listTokens, recognizeToken, revokeToken } from "../../src/app/keys/tokens.ts";
import { noteBrowserUse, noteTokenUse, noteWitnessUse } from "../../src/app/keys/uses.ts";
import {
  GITHUB_ISSUER,
  listWitnesses,
  revokeWitness,
  trustWitness,
  witnessesOf,
} from "../../src/app/keys/witnesses.ts";
import { accepted, refused } from "../support/worlds/steps.ts";
import { ann, maria, MINUTE, type Test } from "../support/worlds/world.ts";

export function keys(test: Test): void {
  test("knows a token that was given out, until it is revoked", async (world) => {
    const made = accepted(await issueToken(world.app, maria, { role: "agent", name: "bob", commands: ["impl"] }));
    expect(await recognizeToken(world.board, made.token)).toMatchObject({
      id: made.id,
      name: "bob",
      role: "agent",
      commands: ["impl"],
    });
    expect(accepted(await revokeToken(world.app, maria, made.id))).toMatchObject({ state: "revoked" });
    expect(await recognizeToken(world.board, made.token)).toBeNull();
    expect(await listTokens(world.app)).toMatchObject([{ id: made.id, state: "revoked" }]);
    // Once more changes nothing, and stands in the ledger once.
    accepted(await revokeToken(world.app, maria, made.id));
    const rows = await world.board.ledger.after(0, 10);
    expect(rows.map(({ kind, by }) => [kind, by.person])).toEqual([
      ["issue", "Maria"],
      ["revoke", "Maria"],
    ]);
  });

  test("knows whether an agent is limited to commands: until its token is revoked, and not only until it expires", async (world) => {
    accepted(await issueToken(world.app, maria, { role: "agent", name: "free" }));
    accepted(await issueToken(world.app, maria, { role: "operator" }));
    expect(await world.board.keys.limitsAgents()).toBe(false);
    const input = { role: "agent", name: "bob", commands: ["impl"], lastsMs: MINUTE };
    const { id } = accepted(await issueToken(world.app, maria, input));
    expect(await world.board.keys.limitsAgents()).toBe(true);
    await world.advance(2 * MINUTE);
    expect(await world.board.keys.limitsAgents()).toBe(true);
    accepted(await revokeToken(world.app, maria, id));
    expect(await world.board.keys.limitsAgents()).toBe(false);
  });

  test("knows a token until it expires", async (world) => {
    const made = accepted(await issueToken(world.app, maria, { role: "viewer", lastsMs: MINUTE }));
    await world.advance(MINUTE - 1);
    expect(await recognizeToken(world.board, made.token)).not.toBeNull();
    await world.advance(1);
    expect(await recognizeToken(world.board, made.token)).toBeNull();
    expect(await listTokens(world.app)).toMatchObject([{ state: "expired" }]);
  });

  test("keeps no text of a token anywhere", async (world) => {
    const { token } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    expect(await world.dump()).not.toContain(token.split("_").slice(2).join("_"));
  });

  test("takes no text for a token that is none", async (world) => {
    const { token, id } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    const secret = token.slice(`sbx_${id}_`.length);
    const swapped = `${secret.slice(1)}${secret[0]}`;
    for (const text of [
      "",
      "sbx_",
      id,
      `sbx_${id}_`,
      `sbx_${id}_${swapped}`,
      `sbx_0000000000_${secret}`,
      `${token} `,
    ]) {
      expect(await recognizeToken(world.board, text), text).toBeNull();
    }
  });

  test("gives out no token that would be taken for another, or that makes no sense", async (world) => {
    accepted(await issueToken(world.app, maria, { role: "agent", name: "bob" }));
    refused(await issueToken(world.app, maria, { role: "agent", name: "bob" }), "name_taken");
    refused(await issueToken(world.app, maria, { role: "boss" }), "unknown_role");
    refused(await issueToken(world.app, maria, { role: "agent", commands: ["plam"] }), "unknown_command");
    refused(await issueToken(world.app, maria, { role: "viewer", commands: ["plan"] }), "invalid_commands");
    refused(await issueToken(world.app, maria, { role: "viewer", name: "a\nb" }), "invalid_name");
    refused(await issueToken(world.app, ann, { role: "viewer" }), "person_only");
    refused(await revokeToken(world.app, maria, "bobby"), "token_not_found");
    refused(await revokeToken(world.app, ann, "bob"), "person_only");
    // The name is free again once nobody goes by it.
    accepted(await revokeToken(world.app, maria, "bob"));
    accepted(await issueToken(world.app, maria, { role: "agent", name: "bob" }));
  });

  test("knows what a witness may say, and gives out none that could say nothing", async (world) => {
    const asked = { role: "witness", name: "ci", facts: ["tests", "landed", "tests"] };
    const made = accepted(await issueToken(world.app, maria, asked));
    expect(made).toMatchObject({ role: "witness", commands: null, facts: ["tests", "landed"] });
    expect(await recognizeToken(world.board, made.token)).toMatchObject({
      role: "witness",
      facts: ["tests", "landed"],
    });
    const agent = accepted(await issueToken(world.app, maria, { role: "agent" }));
    expect(await recognizeToken(world.board, agent.token)).toMatchObject({ facts: null });
    for (const facts of [
      undefined,
      [],
      ["Tests"],
      ["a b"],
      ["x".repeat(65)],
      ["review"],
      ["tests", "codeless"],
      Array.from({ length: 51 }, (_, i) => `f${i}`),
    ]) {
      refused(await issueToken(world.app, maria, { role: "witness", facts }), "invalid_facts");
    }
    refused(await issueToken(world.app, maria, { role: "agent", facts: ["tests"] }), "invalid_facts");
    refused(await issueToken(world.app, maria, { ...asked, name: "ci-2", commands: ["impl"] }), "invalid_commands");
    const [row] = await world.board.ledger.after(0, 1);
    expect(row).toMatchObject({ kind: "issue", data: { role: "witness", facts: ["tests", "landed"] } });
    // No browser is let in as a job.
    const { token } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    const operator = await recognizeToken(world.board, token);
    if (!operator) throw new Error("the token is not known");
    refused(await inviteBy(world.app, { caller: maria, operator, name: "Maria" }, "ci"), "token_not_found");
  });

  test("knows the jobs that a person trusts, until they are revoked", async (world) => {
    const workflow = "acme/shop/.github/workflows/proof.yml@refs/heads/main";
    const asked = { repositoryId: "42", workflow, facts: ["tests"] };
    const made = accepted(await trustWitness(world.app, maria, asked));
    expect(made).toMatchObject({ ...asked, issuer: GITHUB_ISSUER, state: "live", seenAt: null });
    expect(made.audience).toBe(await world.board.keys.boardId());
    refused(await trustWitness(world.app, maria, { ...asked, facts: ["landed"] }), "witness_known");
    refused(await trustWitness(world.app, ann, asked), "person_only");
    for (const unfit of [
      { repositoryId: "acme/shop" },
      { repositoryId: "0" },
      { workflow: "acme/shop/.github/workflows/proof.yml" },
      { workflow: "acme/shop/.github/workflows/proof.yml@main" },
      { workflow: "./.github/workflows/proof.yml@refs/heads/main" },
      { workflow: "acme/shop/.github/workflows/*@refs/heads/main" },
      { workflow: "acme/shop/.github/workflows/proof.yml@refs/heads/*" },
      { issuer: "http://issuer.example" },
      { issuer: "https://me:secret@issuer.example" },
      { issuer: "https://issuer.example?x" },
      { issuer: "file:///etc/passwd" },
    ]) {
      const answer = await trustWitness(world.app, maria, { ...asked, workflow: `${workflow}2`, ...unfit });
      expect(refused(answer, "invalid_witness"), JSON.stringify(unfit)).toBeDefined();
    }
    refused(await trustWitness(world.app, maria, { ...asked, repositoryId: "43", facts: [] }), "invalid_facts");

    const [found] = await witnessesOf(world.board, GITHUB_ISSUER);
    if (!found) throw new Error("the witness is not known");
    await noteWitnessUse(world.board, found, "10.0.0.7");
    expect(await listWitnesses(world.app)).toMatchObject([{ id: made.id, seenFrom: "10.0.0.7" }]);
    expect(await witnessesOf(world.board, `${GITHUB_ISSUER}/`)).toEqual([]);

    refused(await revokeWitness(world.app, ann, made.id), "person_only");
    refused(await revokeWitness(world.app, maria, "0000000000"), "witness_not_found");
    expect(accepted(await revokeWitness(world.app, maria, made.id))).toMatchObject({ state: "revoked" });
    accepted(await revokeWitness(world.app, maria, made.id));
    expect(await witnessesOf(world.board, GITHUB_ISSUER)).toEqual([]);
    // Trusted again, with other facts, it is another witness.
    expect(accepted(await trustWitness(world.app, maria, { ...asked, facts: ["landed"] })).id).not.toBe(made.id);
    const rows = await world.board.ledger.after(0, 10);
    expect(rows.map(({ kind, by, data }) => [kind, by.person, data["witness"] === made.id])).toEqual([
      ["issue", "Maria", true],
      ["revoke", "Maria", true],
      ["issue", "Maria", false],
    ]);
  });

  test("knows a browser by its session until it ends, and its token by its last use", async (world) => {
    const { token: text, id } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    const visit = async (program: string): Promise<string> => {
      const token = await recognizeToken(world.board, text);
      const code = token ? await invite(world.app, token, "Maria") : "";
      const signedIn = await signIn(world.app, { code, from: "10.0.0.1", program });
      return signedIn?.session ?? "";
    };
    const known = (session: string) => recognizeBrowser(world.board, session);
    const [one, two] = [await visit("one"), await visit("two")];
    expect(await known(one)).toMatchObject({ browser: { name: "Maria", program: "one" }, token: { id }, fresh: true });
    await world.advance(11 * 60 * MINUTE);
    const used = await known(one);
    if (!used) throw new Error("the browser is not known");
    expect(used.fresh).toBe(false);
    await noteBrowserUse(world.board, used.browser, "10.0.0.2");
    await noteTokenUse(world.board, used.token, "10.0.0.2");
    await world.advance(60 * MINUTE);
    expect(await known(two)).toBeNull();
    const everybody = { token: null };
    expect(await listBrowsers(world.app, everybody)).toMatchObject([{ program: "one", seenFrom: "10.0.0.2" }]);
    expect(await listBrowsers(world.app, { token: "another" })).toEqual([]);
    expect(await listTokens(world.app)).toMatchObject([{ seenFrom: "10.0.0.2" }]);
    const [, browser = ""] = one.split("_");
    refused(await endBrowser(world.app, maria, { token: "another" }, browser), "browser_not_found");
    accepted(await endBrowser(world.app, maria, everybody, browser));
    expect(await known(one)).toBeNull();
    refused(await endBrowser(world.app, maria, everybody, browser), "browser_not_found");
    const rows = await world.board.ledger.after(0, 10);
    expect(rows.map(({ kind, data }) => [kind, data["browser"]])).toEqual([
      ["issue", undefined],
      ["revoke", browser],
    ]);
    expect(await world.board.keys.boardId()).toMatch(/^[0-9a-f]{32}$/);
  });

  test("says in the ledger who made a link for another's token", async (world) => {
    const { token } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    accepted(await issueToken(world.app, maria, { role: "viewer", name: "wall" }));
    const operator = await recognizeToken(world.board, token);
    if (!operator) throw new Error("the token is not known");
    const host = { caller: maria, operator, name: "Maria" };
    accepted(await inviteBy(world.app, host, undefined));
    accepted(await inviteBy(world.app, host, "wall"));
    refused(await inviteBy(world.app, host, "nobody"), "token_not_found");
    const rows = await world.board.ledger.after(2, 10);
    expect(rows.map(({ kind, by, data }) => [kind, by.person, data["name"]])).toEqual([["issue", "Maria", "wall"]]);
  });

  test("lets one in for each invitation, in time, while its token stands", async (world) => {
    const { token: text } = accepted(await issueToken(world.app, maria, { role: "operator" }));
    const token = await recognizeToken(world.board, text);
    if (!token) throw new Error("the token is not known");
    const first = await invite(world.app, token, "Maria");
    expect(await admit(world.app, first)).toMatchObject({ token: { id: token.id }, name: "Maria" });
    expect(await admit(world.app, first)).toBeNull();

    const raced = await invite(world.app, token, "Maria");
    const all = await Promise.all([admit(world.app, raced), admit(world.app, raced), admit(world.app, raced)]);
    expect(all.filter((one) => one !== null)).toHaveLength(1);

    const late = await invite(world.app, token, "Maria");
    await world.advance(15 * MINUTE);
    expect(await admit(world.app, late)).toBeNull();

    const orphan = await invite(world.app, token, "Maria");
    accepted(await revokeToken(world.app, maria, token.id));
    expect(await admit(world.app, orphan)).toBeNull();
    expect(await admit(world.app, "made up")).toBeNull();
  });
}
