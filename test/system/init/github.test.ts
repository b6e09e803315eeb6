import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../../src/setup/settings.ts";
import { TrustList } from "../../../src/setup/trust/trust-list.ts";
import { startBoard, STATES, TOKEN } from "../../support/github/board.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { everything, project } from "./project.ts";

const ORIGIN = '[core]\n\tbare = false\n[remote "origin"]\n\tfetch = +refs\n\turl = git@github.com:acme/shop.git\n';
const GIT = repositoryWith(ORIGIN);

/** Git is on the path, and gh is not: it would have a token. */
let onlyGit: string;

beforeAll(() => {
  onlyGit = mkdtempSync(join(tmpdir(), "signalbox-path-"));
  symlinkSync(execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), join(onlyGit, "git"));
});

afterAll(() => rmSync(onlyGit, { recursive: true }));

function repositoryWith(config: string): Record<string, string> {
  const folders = { ".git/objects/info/none": "", ".git/refs/heads/.none": "" };
  return { ".git/HEAD": "ref: refs/heads/main\n", ".git/config": config, ...folders };
}

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A project of an organisation as GitHub makes it, and somebody's folder with the repository in it. */
async function start(files: Record<string, string> = GIT) {
  const board = await startBoard();
  board.github.addProject("acme", 9, "Fresh");
  const folder = project(files);
  // The fake answers from this process, which must not stand still meanwhile.
  const run = (...args: string[]): Promise<Ran> => runOn(onlyGit, args);
  const runOn = async (path: string, args: readonly string[]): Promise<Ran> => {
    const { status, stdout, stderr } = await runProgram(args, {
      cwd: folder,
      env: {
        PATH: path,
        HOME: join(folder, "home"),
        // What is used up of a token's limits is noted for all programs of the user, and is nothing of the project's.
        XDG_CACHE_HOME: bareEnv()["XDG_CACHE_HOME"],
        NO_COLOR: "1",
        GITHUB_API_URL: board.url,
        SIGNALBOX_GITHUB_TOKEN: TOKEN,
      },
    });
    return { status, out: stdout, err: stderr };
  };
  const config = (): unknown => JSON.parse(readFileSync(join(folder, ".signalbox/config.json"), "utf8"));
  return { ...board, folder, run, runOn, config };
}

describe("signalbox init --github", () => {
  it("says what it will do, adds the fields, and writes down where the board is", async () => {
    const { run, config } = await start();
    const { status, out, err } = await run("init", "--github", "acme/9");
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toContain(`GitHub (acme/9): \n+ Create the field "Workflow State" with ${STATES.join(", ")}.`);
    expect(out).toContain('+ Create the field "Estimate"');
    expect(out).toContain("Written: 1 file.");
    expect(config()).toEqual({ github: { owner: "acme", repo: "shop", project: 9 } });
    const { out: again } = await run("init", "--github", "acme/9");
    expect(again).toMatch(
      /it says so already[^]*has all fields and options\nWebhooks are not needed[^]*\nNothing to do\.\n$/,
    );
  });

  it("leaves a board that the doctor finds well, and that tickets can be put on", async () => {
    const { run } = await start();
    await run("init", "--github", "acme/9");
    const { findings } = JSON.parse((await run("doctor", "--json")).out) as { findings: Record<string, unknown>[] };
    const ours = findings.filter(({ check }) => String(check).startsWith("GitHub "));
    expect(ours.map(({ check, ok }) => [check, ok])).toEqual([
      ["GitHub token", true],
      ["GitHub scopes", true],
      ["GitHub repository", true],
      ["GitHub project", true],
      ["GitHub handoff", true],
      ["GitHub fields", true],
      ["GitHub webhooks", true],
    ]);
  });

  it("says how webhooks are set up: where, with which events, and what GitHub sends for a user's project", async () => {
    const { run, github } = await start();
    const { out } = await run("init", "--github", "acme/9", "--dry-run");
    expect(out).toContain("On https://github.com/organizations/acme/settings/hooks/new: payload URL");
    expect(out).toContain("events: projects_v2_item, issues,");
    github.addProject("octo", 3, "Mine");
    const { out: users } = await run("init", "--github", "octo/3", "--repo", "acme/shop", "--dry-run");
    expect(users).toContain("On https://github.com/acme/shop/settings/hooks/new: payload URL");
    expect(users).toContain("events: issues,");
  });

  it("writes nothing, here or there, on a dry run", async () => {
    const { run, folder } = await start();
    const before = everything(folder);
    const { status, out } = await run("init", "--github", "acme/9", "--dry-run");
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining('+ Create the field "Workflow State"') });
    expect(everything(folder)).toEqual(before);
    const { out: later } = await run("init", "--github", "acme/9", "--dry-run", "--json");
    expect(JSON.parse(later)).toMatchObject([
      { client: "signalbox", does: "write", dryRun: true },
      { github: "acme/9", does: "write", steps: [{}, {}, {}].map(() => expect.stringContaining("Create")) },
    ]);
  });

  it("keeps a person's trust in the file that it changes, and gives none of its own", async () => {
    const text = '{\n\t"agent": "ann"\n}\n';
    const { run, folder, config } = await start({ ...GIT, ".signalbox/config.json": text });
    const user = { HOME: join(folder, "home") };
    const refused = await run("init", "--github", "acme/9", "--client", "claude");
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("signalbox trust") });
    expect(config()).toEqual({ agent: "ann" });
    new TrustList(user, folder).add(Buffer.from(text));
    expect(await run("init", "--github", "acme/9", "--client", "claude")).toMatchObject({ status: 0 });
    expect(config()).toMatchObject({ agent: "ann", github: { project: 9 } });
    expect(readSettings(user, folder)).toMatchObject({ agent: "ann", untrusted: {} });
  });

  it("merges into settings that are there, and --undo restores every byte", async () => {
    const { run, folder, config } = await start({ ...GIT, ".signalbox/config.json": '{\n\t"log": "info"\n}' });
    const before = everything(folder);
    expect((await run("init", "--github", "acme/7", "--client", "claude")).status).toBe(0);
    expect(config()).toEqual({ log: "info", github: { owner: "acme", repo: "shop", project: 7 } });
    expect((await run("init", "--undo")).out).toContain("Undone: 2 files");
    expect(everything(folder)).toEqual(before);
  });

  it("takes a project of somebody else than the repository's owner", async () => {
    const { run, config, github } = await start({});
    github.addProject("octo", 3, "Mine");
    expect((await run("init", "--github", "octo/3", "--repo", "acme/shop")).status).toBe(0);
    expect(config()).toEqual({ github: { owner: "acme", repo: "shop", project: 3, projectOwner: "octo" } });
  });

  it.each([
    [["acme/99"], 1, /There is no project 99 of acme.*\n {2}→ gh project list --owner acme/],
    [["acme/9", "--repo", "acme/none"], 1, /There is no repository acme\/none.*\n {2}→ gh repo view acme\/none/],
    [["acme"], 2, /write owner\/number, as in acme\/7/],
  ])("says what to do where it can't: %j", async (args, status, words) => {
    const { run, folder } = await start();
    const before = everything(folder);
    const ran = await run("init", "--github", ...args);
    expect(ran).toMatchObject({ status, err: expect.stringMatching(words) });
    expect(everything(folder)).toEqual(before);
  });

  it("finds the same place said with more words", async () => {
    const more = '{ "github": { "project": 7, "locks": false, "repo": "shop", "owner": "acme" } }';
    const { run } = await start({ ...GIT, ".signalbox/config.json": more });
    expect((await run("init", "--github", "acme/7")).out).toContain("it says so already");
  });

  it("asks for the repository where git knows none, or there is no git", async () => {
    const asked = { status: 2, err: expect.stringContaining("--repo owner/name") };
    const { run } = await start({});
    expect(await run("init", "--github", "acme/7")).toMatchObject(asked);
    const { runOn } = await start();
    expect(await runOn("/nowhere", ["init", "--github", "acme/7"])).toMatchObject(asked);
  });

  it.each([
    ["with quotes", '[remote "origin"]\n\turl = "https://github.com/acme/shop.git" ; ours\n'],
    ["as ssh with a slash at the end", '[remote "origin"]\n\turl = ssh://git@github.com/acme/shop/\n'],
    ["replaced", '[url "https://github.com/acme/"]\n\tinsteadOf = our:\n[remote "origin"]\n\turl = our:shop\n'],
    ["beside another", '[remote "fork"]\n\turl = git@x:me/fork\n[remote "origin"]\n\turl = git@x:acme/shop\n'],
    ["after 6,000 spaces", `[remote "origin"]\n${" ".repeat(6_000)}\n\turl =${" ".repeat(6_000)}git@x:acme/shop\n`],
  ])("finds the repository as git says: %s", async (_, config) => {
    const { run, config: written } = await start(repositoryWith(config));
    expect(await run("init", "--github", "acme/7")).toMatchObject({ status: 0, err: "" });
    expect(written()).toEqual({ github: { owner: "acme", repo: "shop", project: 7 } });
  });

  it("leaves settings alone that name another place, and GitHub too", async () => {
    const other = '{ "github": { "owner": "acme", "repo": "shop", "project": 7 } }';
    const { run, folder } = await start({ ...GIT, ".signalbox/config.json": other });
    const before = everything(folder);
    const { status, out } = await run("init", "--github", "acme/9");
    expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining("it names another place") });
    expect(everything(folder)).toEqual(before);
    expect((await run("init", "--github", "acme/9", "--dry-run")).out).toContain('Create the field "Workflow State"');
  });

  it("has no token, and says how to get one", async () => {
    const { run, github } = await start();
    github.revokeToken(TOKEN);
    expect(await run("init", "--github", "acme/9")).toMatchObject({
      status: 1,
      err: expect.stringContaining("→ gh auth login --scopes project,repo"),
    });
  });
});

describe("signalbox doctor on GitHub", () => {
  it("names what is missing with the command that adds it", async () => {
    const { run } = await start({
      ...GIT,
      ".signalbox/config.json": '{"github":{"owner":"acme","repo":"shop","project":9}}',
    });
    const { status, out } = await run("doctor", "--json");
    expect(status).toBe(1);
    expect((JSON.parse(out) as { findings: object[] }).findings).toContainEqual({
      check: "GitHub fields",
      ok: false,
      what: expect.stringContaining('Create the field "Priority"'),
      fix: "signalbox init --github acme/9",
    });
  });

  it("says nothing of GitHub where tickets don't live there", async () => {
    const { run } = await start();
    expect((await run("doctor", "--json")).out).not.toContain("GitHub ");
  });
});
