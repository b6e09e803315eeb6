import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_LAYOUT } from "../../github/layout/layout.ts";
import { findTokens } from "./access.ts";
import { readGitHubSettings, trackerOf, type GitHubSettings } from "./github-settings.ts";

const NONE: GitHubSettings = {
  owner: undefined,
  repo: undefined,
  project: undefined,
  projectOwner: undefined,
  token: undefined,
  projectToken: undefined,
  app: undefined,
  apiUrl: undefined,
  webhookSecret: undefined,
  refLocks: undefined,
  maxAgeMs: undefined,
  showHolder: "off",
  logins: {},
  pulls: false,
  layout: DEFAULT_LAYOUT,
  origins: {},
  problems: [],
};

describe("settings for GitHub", () => {
  it("are none where nothing is said", () => {
    expect(readGitHubSettings({}, {})).toEqual(NONE);
  });

  it("come from the environment first, and then from the file, but for tokens", () => {
    const file = { owner: "file", repo: "file", project: 1, projectOwner: "file" };
    const inFile = (name: string): [string, string] => [`github.${name}`, ".signalbox/config.json"];
    const origins = Object.fromEntries(Object.keys(file).map(inFile));
    expect(readGitHubSettings({}, file)).toEqual({ ...NONE, ...file, origins });
    const env = {
      SIGNALBOX_GITHUB_OWNER: "acme",
      SIGNALBOX_GITHUB_REPO: "shop",
      SIGNALBOX_GITHUB_PROJECT: "7",
      SIGNALBOX_GITHUB_PROJECT_OWNER: "octo",
      SIGNALBOX_GITHUB_TOKEN: "one",
      SIGNALBOX_GITHUB_PROJECT_TOKEN: "two",
      GITHUB_API_URL: "https://github.example.com/api/v3",
      SIGNALBOX_GITHUB_WEBHOOK_SECRET: "file:/run/secrets/webhook",
    };
    expect(readGitHubSettings(env, file)).toEqual({
      pulls: false,
      owner: "acme",
      repo: "shop",
      project: 7,
      projectOwner: "octo",
      token: "one",
      projectToken: "two",
      apiUrl: "https://github.example.com/api/v3",
      showHolder: "off",
      logins: {},
      webhookSecret: "file:/run/secrets/webhook",
      layout: DEFAULT_LAYOUT,
      origins: {
        "github.owner": "SIGNALBOX_GITHUB_OWNER",
        "github.repo": "SIGNALBOX_GITHUB_REPO",
        "github.project": "SIGNALBOX_GITHUB_PROJECT",
        "github.projectOwner": "SIGNALBOX_GITHUB_PROJECT_OWNER",
        "github.token": "SIGNALBOX_GITHUB_TOKEN",
        "github.projectToken": "SIGNALBOX_GITHUB_PROJECT_TOKEN",
        "github.apiUrl": "GITHUB_API_URL",
        "github.webhookSecret": "SIGNALBOX_GITHUB_WEBHOOK_SECRET",
      },
      problems: [],
    });
  });

  it("are known under older names too", () => {
    const ralph = { RALPH_GH_OWNER: "acme", RALPH_GH_REPO: "shop", RALPH_GH_PROJECT_NUMBER: "7" };
    const plain = { GITHUB_OWNER: "other", GITHUB_REPO: "other", GITHUB_TOKEN: "one" };
    expect(readGitHubSettings({ ...plain, ...ralph }, {})).toMatchObject({
      owner: "acme",
      repo: "shop",
      project: 7,
      projectOwner: "acme",
      token: "one",
    });
    expect(readGitHubSettings(plain, {})).toMatchObject({ owner: "other", repo: "other" });
  });

  it("take owners out of names that carry them", () => {
    const env = { SIGNALBOX_GITHUB_REPO: "acme/shop", SIGNALBOX_GITHUB_PROJECT: "octo/7" };
    expect(readGitHubSettings(env, {})).toMatchObject({
      owner: "acme",
      repo: "shop",
      project: 7,
      projectOwner: "octo",
    });
  });

  it.each([
    ["SIGNALBOX_GITHUB_PROJECT", "seven"],
    ["SIGNALBOX_GITHUB_PROJECT", "0"],
    ["SIGNALBOX_GITHUB_PROJECT", "7a"],
    ["SIGNALBOX_GITHUB_REPO", "https://github.com/acme/shop"],
    ["SIGNALBOX_GITHUB_REPO", "a b"],
  ])("that can't be used are named: %s=%s", (name, value) => {
    const { problems, repo, project } = readGitHubSettings({ [name]: value }, {});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name}: "${value}"`);
    expect([repo, project]).toEqual([undefined, undefined]);
  });
});

it("leaves a secret out that stands in the setting itself, and does not repeat it", () => {
  const { webhookSecret, problems } = readGitHubSettings({ SIGNALBOX_GITHUB_WEBHOOK_SECRET: "hush-hush" }, {});
  expect(webhookSecret).toBeUndefined();
  expect(problems).toEqual([expect.stringContaining("env:NAME or file:PATH")]);
  expect(problems.join(" ")).not.toContain("hush");
});

describe("the tracker", () => {
  const complete = { ...NONE, owner: "acme", repo: "shop", project: 7 };

  it.each([
    [undefined, complete, "github"],
    [undefined, { ...complete, project: undefined }, "local"],
    ["local", complete, "local"],
    ["github", complete, "github"],
  ] as const)("asked for %s, is what the settings allow", (asked, settings, tracker) => {
    expect(trackerOf(asked, settings)).toEqual({ tracker, problem: null });
  });

  it("says what it lacks, and which there are", () => {
    expect(trackerOf("github", NONE).problem).toContain("SIGNALBOX_GITHUB_OWNER and SIGNALBOX_GITHUB_REPO and");
    expect(trackerOf("jira", complete)).toMatchObject({ tracker: "local", problem: expect.stringContaining("jira") });
  });
});

describe("tokens", () => {
  /** A `gh` that says what it was asked, and a path that holds nothing else. */
  function withGh(script: string): NodeJS.ProcessEnv {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-gh-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "gh"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "gh"), 0o755);
    return { PATH: folder };
  }

  it("are those that were given", async () => {
    const gh = withGh("echo from-gh");
    expect(await findTokens({ ...NONE, token: "one" }, gh)).toEqual({ repository: "one", project: "one" });
    const both = { ...NONE, token: "one", projectToken: "two" };
    expect(await findTokens(both, gh)).toEqual({ repository: "one", project: "two" });
  });

  it("come from gh otherwise, for the host in question", async () => {
    const gh = withGh('echo "$*"');
    expect(await findTokens(NONE, gh)).toMatchObject({ repository: "auth token --hostname github.com" });
    const enterprise = { ...NONE, apiUrl: "https://github.example.com/api/v3" };
    expect(await findTokens(enterprise, gh)).toMatchObject({ repository: "auth token --hostname github.example.com" });
  });

  it("are none where gh is not there, has nobody logged in, or says nothing", async () => {
    expect(await findTokens(NONE, { PATH: "/nowhere" })).toBeNull();
    expect(await findTokens(NONE, withGh("exit 1"))).toBeNull();
    expect(await findTokens(NONE, withGh("true"))).toBeNull();
    const project = { ...NONE, projectToken: "two" };
    expect(await findTokens(project, { PATH: "/nowhere" })).toEqual({ repository: "two", project: "two" });
  });
});
