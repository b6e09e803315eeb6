// What is published is a bundle, in which packages are loaded otherwise than in the sources. Each package does its work here,
// in the built program.

import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenImports, bundle, bundledPackages } from "../../../scripts/build/bundle.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { signInBy } from "../../support/clients/sign-in.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { makeProofBoard } from "../../support/git/proof-board.ts";
import { startBoard, TOKEN } from "../../support/github/board.ts";
import { openIssuer, REPOSITORY_ID, WORKFLOW } from "../../support/oidc/issuer.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../../support/postgres.ts";
import { bareEnv, ROOT, runProgram } from "../../support/program.ts";
import { PseudoTerminal } from "../../support/terminal/pseudo-terminal.ts";
import { INSTALLED } from "../init/project.ts";

/** A board drawn on a terminal. */
async function drawBoard(): Promise<void> {
  const folder = temporaryFolder();
  const env = bareEnv({ SIGNALBOX_DATABASE: join(folder, "board.db") });
  await runProgram(["ticket", "new", "Drawn"], { cwd: folder, env });
  const terminal = new PseudoTerminal(["board"], { columns: 80, cwd: folder, env });
  await terminal.until(/▌ {2}Drawn/);
  terminal.type("q");
  expect(await terminal.over).toBe(0);
  await terminal.close();
}

const WORK: Readonly<Record<string, () => Promise<void>>> = {
  "@hono/node-server": async () => {
    const server = await serve();
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).toContain("<title>");
    const [asset = ""] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
    expect((await fetch(`${server.url}${asset}`)).headers.get("content-type")).toContain("javascript");
  },

  "@modelcontextprotocol/server": async () => {
    const client = await connect();
    const uri = "skill://signalbox/plan/SKILL.md";
    const { result } = await client.request("resources/read", { uri });
    const text = readFileSync(join(ROOT, "plugin/skills/plan/SKILL.md"), "utf8");
    expect(result).toMatchObject({ contents: [{ uri, text }] });
  },

  "@octokit/graphql": async () => {
    const { url, github, repository, project } = await startBoard({ now: Date.now });
    github.addIssue(repository, "Over there", { project, card: { "Workflow State": "Backlog" } });
    const client = await connect({
      GITHUB_API_URL: url,
      SIGNALBOX_GITHUB_TOKEN: TOKEN,
      SIGNALBOX_GITHUB_OWNER: "acme",
      SIGNALBOX_GITHUB_REPO: "shop",
      SIGNALBOX_GITHUB_PROJECT: "7",
    });
    expect(await client.ok("list_tickets", {})).toMatchObject({ tickets: [{ number: 1, title: "Over there" }] });
  },

  "@octokit/webhooks-methods": async () => {
    const { url } = await startBoard({ now: Date.now });
    const server = await serve(undefined, {
      GITHUB_API_URL: url,
      SIGNALBOX_GITHUB_TOKEN: TOKEN,
      SIGNALBOX_GITHUB_OWNER: "acme",
      SIGNALBOX_GITHUB_REPO: "shop",
      SIGNALBOX_GITHUB_PROJECT: "7",
      SIGNALBOX_GITHUB_WEBHOOK_SECRET: "env:HOOK",
      HOOK: "a secret of some length",
    });
    const body = JSON.stringify({ zen: "Keep it logically awesome." });
    const send = async (secret: string): Promise<number> => {
      const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
      const headers = {
        "content-type": "application/json",
        "x-github-event": "ping",
        "x-hub-signature-256": signature,
      };
      return (await fetch(`${server.url}/github/webhooks`, { method: "POST", body, headers })).status;
    };
    expect([await send("a secret of some length"), await send("another")]).toEqual([202, 401]);
  },

  "@rgrove/parse-xml": async () => {
    const report = "<testsuites><testcase/><testcase><skipped/></testcase></testsuites>";
    const look = await checkedBy({ run: `echo '${report}' > report.xml`, reports: "*.xml" });
    expect(look).toMatchObject({ verdict: "pass", tests: { passed: 1, failed: 0, skipped: 1 } });
  },

  ink: drawBoard,
  react: drawBoard,

  commander: async () => {
    const { status, stderr } = await runProgram(["worflow"]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("Did you mean workflow?") });
  },

  "csv-parse": async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "tickets.csv"), 'title,body\nOne,"two\nlines"\n"Three');
    const { stdout, stderr } = await runProgram(["import", "--from", "csv", "tickets.csv", "--dry-run", "--json"], {
      cwd: folder,
      env: bareEnv({ SIGNALBOX_DATABASE: join(folder, "board.db") }),
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      tickets: [{ title: "One", body: expect.stringMatching(/^two\nlines\n/) }, { title: "Three" }],
      notes: ["tickets.csv, line 4: a quote that is opened is never closed"],
    });
  },

  diff: async () => {
    const folder = temporaryFolder();
    const lines = Array.from({ length: 12 }, (_, index) => `  "k${index}": ${index}`);
    writeFileSync(join(folder, ".mcp.json"), `{\n${lines.join(",\n")}\n}\n`);
    const { stdout, stderr } = await runProgram(["init", "--client", "claude", "--dry-run"], {
      cwd: folder,
      env: bareEnv({ NO_COLOR: "1", PATH: INSTALLED }),
    });
    expect(stderr).toBe("");
    expect(stdout).toContain("--- .mcp.json\n+++ .mcp.json\n@@ line 10 @@\n");
    expect(stdout).toMatch(/^- {3}"k11": 11\n\+ {3}"k11": 11,\n\+ {3}"mcpServers"/m);
    expect(stdout).not.toContain('"k7"');
  },

  hono: async () => {
    const server = await serve();
    const signedIn = await signInBy(await server.link());
    const headers = { ...signedIn.headers, "accept-encoding": "gzip" };
    const board = await fetch(`${server.url}/api/board`, { headers });
    expect(await board.json()).toMatchObject({ cards: [] });
    expect(board.headers.get("content-encoding")).toBe("gzip");
    const etag = (await fetch(`${server.url}/`)).headers.get("etag") ?? "";
    expect((await fetch(`${server.url}/`, { headers: { "if-none-match": etag } })).status).toBe(304);
  },

  jose: async () => {
    const issuer = await openIssuer();
    onTestFinished(() => issuer.close());
    const folder = temporaryFolder();
    const database = join(folder, "board.db");
    const server = await serve(database);
    const trust = [
      "witness",
      "trust",
      "--issuer",
      issuer.url,
      "--repository-id",
      REPOSITORY_ID,
      "--workflow",
      WORKFLOW,
    ];
    const { stdout } = await runProgram([...trust, "--facts", "tests", "--json", "--database", database], {
      cwd: folder,
      env: bareEnv(),
    });
    const { audience } = JSON.parse(stdout) as { audience: string };
    const me = async (token: string): Promise<unknown> =>
      (await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).json();
    expect(await me(await issuer.sign(audience))).toMatchObject({ role: "witness" });
    expect(await me(await issuer.sign(audience, { as: "alg-none" }))).toMatchObject({
      error: { code: "claims_not_allowed" },
    });
  },

  "jsonc-parser": async () => {
    const before = '{\n  // ours\n  "mcpServers": {},\n}\n';
    expect(await initIn(".cursor/mcp.json", before)).toContain('// ours\n  "mcpServers": {\n    "signalbox"');
  },

  pg: async () => {
    const [database, board] = [await sharedPostgres(), freshBoard()];
    onTestFinished(() => dropBoard(database, board));
    await serveAndVerify({ SIGNALBOX_DATABASE: database, SIGNALBOX_BOARD: board });
  },

  "prom-client": async () => {
    const server = await serve();
    await server.call("create_ticket", { title: "One" });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(metrics).toMatch(/^signalbox_\w+\{[^}]*state="Backlog"[^}]*\} 1$/m);
  },

  "smol-toml": async () => {
    expect(await initIn(".codex/config.toml", 'model = "x"\n')).toContain("[mcp_servers.signalbox]\n");
    await expect(initIn(".codex/config.toml", "a = 1\nb =\n")).rejects.toThrow("line 2");
  },

  "tap-parser": async () => {
    const look = await checkedBy({ run: "echo TAP version 14; echo 1..2; echo ok 1; echo 'ok 2 # SKIP'" });
    expect(look).toMatchObject({ verdict: "pass", tests: { passed: 1, failed: 0, skipped: 1 } });
  },

  yaml: async () => {
    const client = await connect();
    const graph = "tasks:\n  - id: a\n  - id: b\n    depends-on: [a]\n";
    const { batches } = await client.ok("update_run", { project: "p", session: "s", graph });
    expect(batches).toEqual([["a"], ["b"]]);
  },

  zod: async () => {
    const { isError, content } = await (await connect()).call("create_ticket", { titel: "Misspelt" });
    expect({ isError, text: content[0]?.text }).toEqual({ isError: true, text: expect.stringContaining("titel") });
  },
};

describe("the built program", () => {
  it.each(Object.keys(WORK))("lets %s do its work", async (name) => {
    await WORK[name]?.();
  });

  it("has no package that nobody has seen at work", async () => {
    expect(bundledPackages(await bundle(ROOT, temporaryFolder()))).toEqual(Object.keys(WORK).toSorted());
  });

  it("serves a board in a file, on the short way, and verifies it", async () => {
    await serveAndVerify({ SIGNALBOX_DATABASE: join(temporaryFolder(), "board.db") });
  });
});

describe("the build", () => {
  it("does not let pass what would have no named exports in the bundle", () => {
    const imports = (kind: "dynamic-import" | "import-statement") => [{ path: "yaml.js", kind, original: "yaml" }];
    const inputs = (kind: "dynamic-import" | "import-statement", format: "cjs" | "esm") => ({
      "a.ts": { bytes: 1, imports: imports(kind) },
      "yaml.js": { bytes: 1, imports: [], format },
    });
    expect(brokenImports({ inputs: inputs("dynamic-import", "cjs") })).toEqual([
      expect.stringContaining('a.ts: import("yaml") has no named exports'),
    ]);
    expect(brokenImports({ inputs: inputs("dynamic-import", "esm") })).toEqual([]);
    expect(brokenImports({ inputs: inputs("import-statement", "cjs") })).toEqual([]);
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function connect(env: Record<string, string> = {}): Promise<StdioClient> {
  const client = new StdioClient(join(temporaryFolder(), "board.db"), env);
  onTestFinished(async () => {
    expect(await client.leave()).toBe(0);
  });
  await client.initialize();
  return client;
}

async function serve(
  database = join(temporaryFolder(), "board.db"),
  env: Record<string, string> = {},
): Promise<HttpServer> {
  const server = await HttpServer.start(database, env);
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
  });
  return server;
}

/** What init makes of a client's file. */
async function initIn(file: string, before: string): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, file, ".."));
  writeFileSync(join(folder, file), before);
  const { status, stdout } = await runProgram(["init"], { cwd: folder, env: bareEnv({ HOME: folder }) });
  if (status !== 0) throw new Error(stdout);
  return readFileSync(join(folder, file), "utf8");
}

/** `signalbox mcp` without another word is what clients start. */
async function serveAndVerify(place: Record<string, string>): Promise<void> {
  const client = new StdioClient(null, place);
  await client.initialize();
  expect(await client.ok("create_ticket", { title: "One" })).toMatchObject({ number: 1, state: "Backlog" });
  expect(await client.leave()).toBe(0);
  const verified = await runProgram(["verify"], { env: bareEnv(place) });
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining("Verified: 2 rows") });
}

/** What `signalbox check` says of a project whose tests are this command. */
async function checkedBy(check: { readonly run: string; readonly reports?: string }): Promise<unknown> {
  const board = makeProofBoard(check);
  onTestFinished(() => board.project.remove());
  const { stdout, stderr } = await board.run("check", await board.ticket("In Progress"), "tests", "--json");
  expect(stderr).toMatch(/^tests at [0-9a-f]{7}/);
  const { looks } = JSON.parse(stdout) as { readonly looks: readonly unknown[] };
  return looks[0];
}
