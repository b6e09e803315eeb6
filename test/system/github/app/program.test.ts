// The program with an App: set up, examined, at work; and what of its key gets out.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkEnvironment, gitEnvironment } from "../../../../src/git/environment.ts";
import { readSettings } from "../../../../src/setup/settings.ts";
import { readGitHubSettings } from "../../../../src/setup/github/github-settings.ts";
import { EVERYTHING } from "../../../support/github/fake/apps.ts";
import { openWorkspace } from "../workspace.ts";
import { KEY } from "./stage.ts";

async function start() {
  const workspace = await openWorkspace();
  const { github, folder } = workspace;
  const installed = github.apps.install(github.apps.add(77, "signalbox-acme", KEY), "acme");
  const file = join(folder, "app.pem");
  writeFileSync(file, KEY, { mode: 0o600 });
  /** No person's token is there. */
  const env = { SIGNALBOX_GITHUB_TOKEN: "", SIGNALBOX_GITHUB_APP: "77", SIGNALBOX_GITHUB_APP_KEY: `file:${file}` };
  return { ...workspace, installed, file, env };
}

interface Told {
  readonly findings: readonly { readonly check: string; readonly ok: boolean; readonly what: string; fix: string }[];
}

describe("the program with an App", () => {
  it("is set up by init, which finds the installation and writes no key down; doctor says who acts", async () => {
    const { run, env, installed, folder } = await start();
    const asked = { ...env, SIGNALBOX_GITHUB_APP: "" };
    const { status, err } = await run(["init", "--github", "acme/7", "--repo", "acme/shop", "--app", "77"], asked);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const config = readFileSync(join(folder, ".signalbox/config.json"), "utf8");
    const github = { owner: "acme", repo: "shop", project: 7, app: "77", installation: installed.id };
    expect(JSON.parse(config)).toEqual({ github });

    const { out } = await run(["doctor", "--json"], asked);
    const { findings } = JSON.parse(out) as Told;
    const ours = findings.filter(({ check }) => check === "GitHub App");
    expect(ours.map(({ ok }) => ok)).toEqual([true, true, true]);
    const words = ours.map(({ what }) => what).join(" ");
    expect(words).toContain("The App signalbox acme (77) acts as signalbox-acme[bot].");
    expect(words).toMatch(
      new RegExp(`installation ${installed.id} is that of acme; its token ends at .* \\(in 60 min\\)`),
    );
    expect(words).toContain("issues (write)");
    expect(findings.filter(({ check, ok }) => check.startsWith("GitHub") && !ok)).toEqual([]);
  });

  it("says in init and doctor what the App lacks, and where that is mended", async () => {
    const { run, env, installed } = await start();
    const { organization_projects: _, ...rest } = EVERYTHING;
    installed.permissions = { ...rest, issues: "read" };
    const { findings } = JSON.parse((await run(["doctor", "--json"], env)).out) as Told;
    expect(findings.filter(({ check, ok }) => check === "GitHub App" && !ok)).toMatchObject([
      {
        what: "The App lacks the permissions Issues: read and write and Projects (of the organization): read and write.",
        fix: expect.stringContaining(`/organizations/acme/settings/installations/${installed.id}`),
      },
    ]);
    const { status, err } = await run(["init", "--github", "acme/7", "--repo", "acme/shop", "--app", "77"], env);
    expect(status).toBe(1);
    expect(err).toContain("The App lacks the permissions");
    const noKey = { ...env, SIGNALBOX_GITHUB_APP_KEY: "" };
    const without = await run(["init", "--github", "acme/7", "--repo", "acme/shop", "--app", "77"], noKey);
    expect(without).toMatchObject({ status: 2, err: expect.stringContaining("SIGNALBOX_GITHUB_APP_KEY says where") });
  });

  it("works, and nothing that it writes or says holds the key or a token", async () => {
    const { run, env, add, github, folder, connect, file } = await start();
    const issue = add("First", "Research Needed");
    const client = await connect({ ...env, SIGNALBOX_LOG: "debug" });
    await client.call("handoff_ticket", { number: 1, command: "research", intent: "lock", reason: "because" });
    expect(github.see(issue).comments.map(({ author }) => author)).toEqual(["signalbox-acme[bot]"]);
    const board = await run(["board", "--json"], { ...env, SIGNALBOX_LOG: "debug" });
    const doctor = await run(["doctor", "--github"], env);
    const broken = await run(["ticket", "show", "1"], { ...env, SIGNALBOX_GITHUB_APP: "78" });
    expect(broken.status).not.toBe(0);
    expect(broken.err).toContain("does not accept the private key of the App 78");
    const said = [board, doctor, broken].map(({ out, err }) => out + err).join("");
    const written = filesIn(folder)
      .filter((path) => path !== file)
      .map((path) => readFileSync(path, "latin1"))
      .join("");
    const secrets = [...github.apps.tokens.map(({ text }) => text), KEY.split("\n")[3] ?? "", "PRIVATE KEY"];
    expect(github.apps.tokens.length).toBeGreaterThan(1);
    for (const secret of secrets) expect((said + written + client.stderr).includes(secret)).toBe(false);
  });
});

describe("where the key is", () => {
  it("is said by the environment alone: a repository's settings that name a file or an address are refused", async () => {
    const { folder } = await start();
    mkdirSync(join(folder, ".signalbox"), { recursive: true });
    for (const more of [{ appKey: "file:/etc/passwd" }, { apiUrl: "http://localhost:1" }]) {
      const github = { owner: "acme", repo: "shop", project: 7, app: "77", ...more };
      writeFileSync(join(folder, ".signalbox/config.json"), JSON.stringify({ github }));
      const settings = readSettings({}, folder);
      expect(settings.github).toMatchObject({ app: undefined, apiUrl: undefined });
      expect(settings.problems.join(" ")).toMatch(/Unrecognized key/);
    }
  });

  it.each([
    [{ SIGNALBOX_GITHUB_APP: "77" }, "SIGNALBOX_GITHUB_APP_KEY must be set too"],
    [{ SIGNALBOX_GITHUB_APP_KEY: "env:PEM" }, "SIGNALBOX_GITHUB_APP must be set too"],
    [{ SIGNALBOX_GITHUB_APP: "77", SIGNALBOX_GITHUB_APP_KEY: KEY }, "env:NAME or file:PATH"],
    [{ SIGNALBOX_GITHUB_APP: "a b", SIGNALBOX_GITHUB_APP_KEY: "env:PEM" }, "no id of an App"],
  ])("that is said by halves is a problem in words, without the key: %#", (env, words) => {
    const { app, problems } = readGitHubSettings(env, {});
    expect(app).toBeUndefined();
    expect(problems.join(" ")).toContain(words);
    expect(problems.join(" ")).not.toContain("PRIVATE");
  });

  it("stays out of the environment of git and of checks, whatever its variable is called", () => {
    const env = { PATH: process.env["PATH"], PEM: KEY, ONE_LINE: KEY.replaceAll("\n", "\\n"), KEPT: "kept" };
    for (const given of [checkEnvironment(env), gitEnvironment(env)]) {
      const seen = execFileSync("/usr/bin/env", { env: given, encoding: "utf8" });
      expect(seen).toContain("KEPT=kept");
      expect(seen).not.toContain("PRIVATE KEY");
    }
  });
});

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
