// An App acts: its tokens end after an hour, wherever that finds a handoff.

import { describe, expect, it } from "vitest";
import { createTicket } from "../../../../src/app/tickets/create.ts";
import { LocalBudget } from "../../../../src/github/client/budget.ts";
import { VIEWER } from "../../../../src/github/operations/set-up.ts";
import { accepted, hand, lastRow, locked, rowsOf, stateOf } from "../../../support/worlds/steps.ts";
import { ann, maria, MINUTE } from "../../../support/worlds/world.ts";
import { counted, KEY, withApp } from "./stage.ts";

const LOCK = { command: "research", intent: "lock" } as const;
const TO_A_TOKEN = ["GET repository installation", "POST access_tokens"];

describe("an App", () => {
  it("acts under its own name, and a handoff is two requests once it has a token", async () => {
    const { github, issue, machine } = await withApp();
    const board = await machine();
    const { token } = await locked(board, ann, "1", "research");
    expect(counted(github)).toEqual([...TO_A_TOKEN, "Handoff", "Write"]);
    expect(github.see(issue).comments.map(({ author }) => author)).toEqual(["signalbox-acme[bot]"]);
    accepted(await hand(board, ann, "1", { command: "research", intent: "complete", claim: token }));
    expect(counted(github)).toEqual(["Handoff", "Write"]);
    const { number } = accepted(await createTicket(board.app, maria, { title: "New", priority: "P1" }));
    expect(github.see(github.issue("acme", "shop", number)).card).toMatchObject({ Priority: "P1" });
    expect(github.apps.tokens).toHaveLength(1);
  });

  it("is asked for no installation where the settings name it", async () => {
    const { github, installed, act, machine } = await withApp();
    await stateOf(await machine(act({ installation: installed.id })), "1");
    expect(counted(github).filter((name) => name.includes("installation"))).toEqual([]);
  });

  it("that sees some of the repositories is found by its organisation", async () => {
    const { github, installed, act } = await withApp();
    github.apps.uninstall(installed);
    const { id } = github.apps.install(installed.app, "acme", { repositories: ["acme/api"] });
    expect(await act().id()).toBe(id);
  });

  it("has one account for its limits, whichever token it has just now", async () => {
    const { site, github, installed, act } = await withApp();
    const accounts: string[] = [];
    const budgetOf = (account: string) => {
      accounts.push(account);
      return new LocalBudget();
    };
    const client = site.client({ tokens: act(), budgetOf });
    await client.query(VIEWER, {});
    site.clock.pass(120 * MINUTE);
    await client.query(VIEWER, {});
    expect(github.apps.tokens).toHaveLength(2);
    expect(accounts).toEqual([`app 77 ${installed.id}`]);
  });

  it("uses a person's token for a project that is a user's, and its own for the rest", async () => {
    const { site, github, issue, act, machine } = await withApp();
    const projectToken = "ghp_projectprojectprojectprojectproject0";
    github.addAccount("User", "hub");
    github.addToken({ token: projectToken, login: "hub" });
    accepted(await hand(await machine(act({ projectToken })), ann, "1", LOCK));
    expect(github.see(issue).comments.map(({ author }) => author)).toEqual(["signalbox-acme[bot]"]);
    const value = [...github.cardOf(issue).item.values.values()].find(({ option }) =>
      site.state.options.some(({ id, name }) => id === option && name === "Research in Progress"),
    );
    expect(value?.by).toBe("hub");
  });
});

describe("a token's hour", () => {
  it("that is over before the read costs one request for the next token", async () => {
    const { site, github, machine } = await withApp();
    const board = await machine();
    await board.board.tickets.get("1");
    site.clock.pass(56 * MINUTE);
    counted(github);
    accepted(await hand(board, ann, "1", LOCK));
    // Nothing was refused: it was renewed before its end.
    expect(counted(github)).toEqual(["POST access_tokens", "Handoff", "Write"]);
    expect(github.apps.tokens).toHaveLength(2);
  });

  it("that ends between the read and the write: the write is sent again with the next, and is there once", async () => {
    const { site, github, issue, act, machine } = await withApp();
    const board = await machine(act(), {
      onRequest: ({ operation }) => {
        if (operation === "Handoff") site.clock.pass(61 * MINUTE);
      },
    });
    accepted(await hand(board, ann, "1", { command: "research", intent: "lock" }));
    expect(github.see(issue)).toMatchObject({
      card: { "Workflow State": "Research in Progress" },
      comments: [{ author: "signalbox-acme[bot]" }],
    });
  });

  it.each(["Handoff", "Write"])("that GitHub ends early, at %s: renewed, and nothing is doubled", async (operation) => {
    const { github, issue, machine } = await withApp();
    const board = await machine();
    await board.board.tickets.get("1");
    if (operation === "Handoff") github.apps.endTokens();
    else github.faults.plan({ kind: "unauthorized" }, { on: "Write" });
    await board.advance(10_000);
    counted(github);
    accepted(await hand(board, ann, "1", LOCK));
    const asked = counted(github);
    expect(asked.filter((name) => name === "POST access_tokens")).toHaveLength(1);
    expect(github.see(issue).comments).toHaveLength(1);
    expect((await rowsOf(board, "1")).filter(({ kind }) => kind === "move")).toHaveLength(1);
  });

  it("that ends while the write is carried out and its answer is lost: the look finds it, with the next token", async () => {
    const { site, github, issue, act, machine } = await withApp();
    const board = await machine(act(), {
      onRequest: ({ operation }) => {
        if (operation === "Write") github.apps.endTokens();
      },
    });
    await board.board.tickets.get("1");
    site.clock.pass(10_000);
    github.faults.plan({ kind: "drop", when: "after" }, { on: "Write" });
    accepted(await hand(board, ann, "1", LOCK));
    expect(github.see(issue).comments).toHaveLength(1);
    expect(counted(github).filter((name) => name === "Write")).toHaveLength(1);
    expect(github.apps.tokens).toHaveLength(2);
  });

  it("is renewed once where fifty ask at once, at the start and later", async () => {
    const { site, github, act } = await withApp();
    const client = site.client({ tokens: act() });
    const all = () => Promise.all(Array.from({ length: 50 }, () => client.query(VIEWER, {})));
    await all();
    expect(github.apps.tokens).toHaveLength(1);
    site.clock.pass(58 * MINUTE);
    await all();
    expect(github.apps.tokens).toHaveLength(2);
    // Refused, and not too old.
    github.apps.endTokens();
    site.clock.pass(MINUTE);
    await all();
    expect(github.apps.tokens).toHaveLength(3);
  });

  it("is used to its end where it can't be renewed before, and asked for again half a minute later", async () => {
    const { site, github, act } = await withApp();
    const client = site.client({ tokens: act() });
    await client.query(VIEWER, {});
    site.clock.pass(56 * MINUTE);
    github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "POST access_tokens", times: 3 });
    await client.query(VIEWER, {});
    counted(github);
    await client.query(VIEWER, {});
    expect(counted(github)).toEqual(["Viewer"]);
    site.clock.pass(MINUTE);
    await client.query(VIEWER, {});
    expect(counted(github)).toEqual(["POST access_tokens", "Viewer"]);
  });

  it("that has just begun is not known everywhere: the request waits a second, and asks for no other", async () => {
    const { site, github, act } = await withApp();
    github.faults.plan({ kind: "unauthorized" }, { on: "Viewer", times: 2 });
    await site.client({ tokens: act() }).query(VIEWER, {});
    expect(github.apps.tokens).toHaveLength(1);
    expect(site.clock.slept).toEqual([1000, 1000]);
  });

  it.each([-20, -2, 2, 20])("is GitHub's where our clock is %i minutes off", async (minutes) => {
    const { site, github, act } = await withApp();
    const clock = {
      now: () => site.clock.now() + minutes * MINUTE,
      sleep: (ms: number) => site.clock.sleep(ms),
      random: () => 0.5,
    };
    const client = site.client({ tokens: act({ clock }), clock });
    await client.query(VIEWER, {});
    site.clock.pass(50 * MINUTE);
    await client.query(VIEWER, {});
    expect(github.apps.tokens).toHaveLength(1);
    site.clock.pass(7 * MINUTE);
    await client.query(VIEWER, {});
    expect(github.apps.tokens).toHaveLength(2);
    // Never with a token that was over.
    expect(github.requests.filter(({ operation, outcome }) => operation === "Viewer" && outcome !== "done")).toEqual(
      [],
    );
  });

  it("is nothing that a new process knows of: it asks for its own, and goes on", async () => {
    const { site, github, act, machine } = await withApp();
    const first = await machine();
    const { token } = await locked(first, ann, "1", "research");
    const again = await site.beside(first, { client: { tokens: act() } });
    accepted(await hand(again, ann, "1", { command: "research", intent: "complete", claim: token }));
    expect(github.apps.tokens).toHaveLength(2);
    const kept = JSON.stringify(await again.dump());
    expect(kept).not.toMatch(/ghs_|PRIVATE KEY|eyJ/);
    expect(kept).not.toContain(KEY.slice(40, 80));
  });
});

describe("a move of the App's own", () => {
  it("is no person's, also where another store sees it without its comment", async () => {
    const { site, github, issue, machine } = await withApp();
    const [one, other] = [await machine(), await machine()];
    await other.board.refresh();
    accepted(await hand(one, ann, "1", LOCK));
    issue.comments.splice(0);
    site.clock.pass(MINUTE);
    await other.board.refresh();
    const rows = await rowsOf(other, "1");
    const move = rows.find(({ kind }) => kind === "move" || kind === "override");
    expect(move).toMatchObject({ data: { to: "Research in Progress" }, by: { via: "github" } });
    expect(move?.by).not.toHaveProperty("person");
    // A person's is theirs.
    github.drag(issue, "Ready for Plan", { by: "octo" });
    site.clock.pass(MINUTE);
    await other.board.refresh();
    expect(await lastRow(other, "1")).toMatchObject({ by: { person: "octo" } });
  });
});
