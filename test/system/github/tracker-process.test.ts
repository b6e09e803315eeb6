// The real server, on a GitHub of our own: settings, tokens, logs, and a process that is killed in the middle of a write.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markerIn } from "../../../src/github/tracker/marker.ts";
import { openDriver } from "../../../src/store/open.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { FakeGitHub } from "../../support/github/fake/fake.ts";
import { STATES, TOKEN } from "../../support/github/board.ts";

let folder: string;
let database: string;
let github: FakeGitHub;
let env: Record<string, string>;
const clients: StdioClient[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-github-"));
  database = join(folder, "board.db");
  github = new FakeGitHub();
  github.addAccount("Organization", "acme");
  github.addToken({ token: TOKEN, login: "octo" });
  const project = github.addProject("acme", 7);
  github.addField(project, "Workflow State", STATES);
  const place = { project, card: { "Workflow State": "Research Needed" } };
  for (const name of ["shop", "api"]) github.addIssue(github.addRepository("acme", name), `First of ${name}`, place);
  env = {
    GITHUB_API_URL: await github.listen(),
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_OWNER: "acme",
    SIGNALBOX_GITHUB_REPO: "shop",
    SIGNALBOX_GITHUB_PROJECT: "7",
    SIGNALBOX_LOG: "debug",
    SIGNALBOX_AGENT: "ann",
  };
});

afterEach(async () => {
  for (const client of clients.splice(0)) {
    if (client.process.exitCode === null && client.process.signalCode === null) await client.leave();
    expect(client.stderr).not.toContain(TOKEN);
  }
  await github.close();
  expect(github.bugs).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function connect(more: Record<string, string> = {}): Promise<StdioClient> {
  const client = new StdioClient(database, { ...env, ...more });
  clients.push(client);
  await client.initialize();
  return client;
}

const LOCK = { command: "research", intent: "lock", reason: "to find out" };

describe("a server whose tickets live on GitHub", () => {
  it("hands tickets of both repositories off there, with claims as refs beside a file", async () => {
    const client = await connect();
    expect(await client.ok("handoff_ticket", { number: 1, ...LOCK })).toMatchObject({
      number: 1,
      newState: "Research in Progress",
    });
    expect(await client.ok("handoff_ticket", { number: 1, repo: "api", ...LOCK })).toMatchObject({
      number: 1,
      repo: "acme/api",
    });
    for (const name of ["shop", "api"]) {
      const seen = github.see(github.issue("acme", name, 1));
      expect(seen.card).toMatchObject({ "Workflow State": "Research in Progress" });
      expect(seen.comments).toHaveLength(1);
    }
    const refs = [...github.world().repositories.values()].map(({ refs: all }) => [...all.keys()]);
    expect(refs.flat().filter((name) => name === "refs/signalbox/claims/issue-1")).toHaveLength(2);
    expect(await client.ok("get_ticket", { number: 1 })).toMatchObject({
      title: "First of shop",
      claim: { holder: "ann" },
    });
    expect(client.stderr).toContain("GitHub: Handoff answer (200");
  });

  it("lists its tools without a token, and says what to do where one is needed", async () => {
    const client = await connect({ SIGNALBOX_GITHUB_TOKEN: "", PATH: folder });
    expect((await client.request("tools/list")).result).toBeDefined();
    const { isError, content } = await client.call("handoff_ticket", { number: 1, ...LOCK });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain("gh auth login");
    expect(github.requests).toEqual([]);
  });

  it("leaves nothing half done where it is killed while it waits for an answer", async () => {
    const client = await connect();
    await client.ok("list_tickets", {});
    github.faults.plan({ kind: "slow" }, { on: "Write" });
    const asked = client.call("handoff_ticket", { number: 1, ...LOCK }).catch((error: unknown) => error);
    await expect.poll(() => github.requests.some(({ outcome }) => outcome === "slow")).toBe(true);
    client.process.kill("SIGKILL");
    expect(await asked).toBeInstanceOf(Error);
    const driver = await openDriver({ database, clock: () => Date.now() + 61_000 });
    try {
      await driver.all("UPDATE pending SET expires_at = 0", []);
    } finally {
      await driver.close();
    }
    const next = await connect({ SIGNALBOX_AGENT: "bob" });
    const view = await next.ok("get_ticket", { number: 1 });
    expect(view).toMatchObject({ state: "Research in Progress", claim: { holder: "ann" } });
    const markers = github.see(github.issue("acme", "shop", 1)).comments.map(({ body }) => markerIn(body));
    expect(markers).toHaveLength(1);
    await next.leave();
    const reader = await openDriver({ database });
    try {
      expect(await verifyStore(reader)).toMatchObject({ ok: true });
      expect(await reader.all("SELECT ticket FROM pending", [])).toEqual([]);
    } finally {
      await reader.close();
    }
  });
});
