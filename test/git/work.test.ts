// What a commit changes against the base, and what git is not asked, believed or waited for.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GitCheckout } from "../../src/git/checkout.ts";
import { runGit } from "../../src/git/run-git.ts";
import { branch, changed, git, makeProject, type Project } from "../support/git/project.ts";

let project: Project;

beforeEach(() => {
  project = makeProject();
});

afterEach(() => {
  project.remove();
});

function checkout(folder = project.agent.folder, env: NodeJS.ProcessEnv = process.env): GitCheckout {
  const { folder: top } = project;
  return new GitCheckout({ folder, mirror: join(top, "cache", "mirror"), scratch: join(top, "cache", "checks"), env });
}

const base = (): { readonly branch: string; readonly remote: string } => ({ branch: "main", remote: project.remote });

describe("work", () => {
  it("is the commits and files since the branch left the base", async () => {
    const fork = project.agent.head();
    const head = branch(project);
    const wanted = { kind: "work", commit: head, fork, commits: 2, files: 2, empty: false, pathsCut: false };
    expect(await checkout().look(head.slice(0, 10), "main")).toEqual({
      ...wanted,
      paths: ["a.txt", "b.txt"],
      patch: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await checkout().head()).toBe(head);
  });

  it("is empty without commits, with an empty one, and where they add up to nothing", async () => {
    const { agent } = project;
    expect(await checkout().look(agent.head(), "main")).toMatchObject({ empty: true, commits: 0 });
    agent.git("checkout", "--quiet", "-b", "feature");
    expect(await checkout().look(agent.commit("Nothing"), "main")).toMatchObject({ empty: true, commits: 1 });
    agent.commit("Something", { "c.txt": "c\n" });
    agent.git("rm", "--quiet", "c.txt");
    expect(await checkout().look(agent.commit("And back"), "main")).toMatchObject({ empty: true, commits: 3 });
  });

  it("is absent for a commit that is not there, and unknown without a base", async () => {
    expect(await checkout().look("1234567", "main")).toEqual({ kind: "absent" });
    const head = branch(project);
    expect(await checkout().look(head, "trunk")).toMatchObject({ kind: "unknown", commit: head });
    const orphan = project.agent.git("commit-tree", "-m", "Alone", `${head}^{tree}`);
    expect(await checkout().look(orphan, "main")).toMatchObject({
      kind: "unknown",
      why: expect.stringContaining("No commit is in both"),
    });
  });

  it("is unknown in a shallow clone", async () => {
    const head = branch(project);
    const shallow = join(project.folder, "shallow");
    git(project.folder, "clone", "--quiet", "--depth", "1", "--branch", "feature", `file://${project.remote}`, shallow);
    git(shallow, "fetch", "--quiet", "--depth", "1", "origin", "main:refs/remotes/origin/main");
    expect(await checkout(shallow).look(head, "main")).toMatchObject({ kind: "unknown", commit: head });
  });

  it("names at most 1,000 paths, and says that there are more", async () => {
    const { agent } = project;
    agent.git("checkout", "--quiet", "-b", "feature");
    mkdirSync(join(agent.folder, "many"));
    for (let index = 0; index < 1_001; index++) writeFileSync(join(agent.folder, "many", `${index}.txt`), "");
    const look = await checkout().look(agent.commit("Many"), "main");
    expect(look).toMatchObject({ files: 1_001, pathsCut: true });
    expect(look.kind === "work" && look.paths.length).toBe(1_000);
  });

  it("names paths as they are, whatever is in them", async () => {
    const { agent } = project;
    agent.git("checkout", "--quiet", "-b", "feature");
    const strange = ["a b.txt", 'quote".txt', "new\nline.txt", "ü.txt", "-dash.txt", "*.txt"];
    const head = agent.commit("Strange", Object.fromEntries(strange.map((path) => [path, "x\n"])));
    const look = await checkout().look(head, "main");
    expect(look.kind === "work" && look.paths.toSorted()).toEqual(strange.toSorted());
  });
});

describe("a base that somebody has moved in the checkout", () => {
  it("makes no work of old commits, once the real one was seen", async () => {
    const { agent, merger } = project;
    merger.commit("Somebody else's work", { "c.txt": "c\n" });
    merger.git("push", "--quiet", "origin", "main");
    agent.update();
    const head = agent.head();
    agent.git("update-ref", "refs/remotes/origin/main", `${head}~1`);
    expect(await checkout().look(head, "main")).toMatchObject({ empty: false });
    expect(await checkout().lookAtWork(head, base())).toMatchObject({ empty: true });
    // The next handoff knows what was seen then.
    expect(await checkout().look(head, "main")).toMatchObject({ empty: true });
  });

  it("hides no file that the branch touches, once the real one was seen", async () => {
    const { agent } = project;
    agent.git("checkout", "--quiet", "-b", "feature");
    const first = agent.commit("Change CI", { ".github/ci.yml": "x\n" });
    const head = agent.commit("Change a", { "a.txt": changed({ 1: "one" }) });
    agent.git("update-ref", "refs/remotes/origin/main", first);
    expect(await checkout().lookAtWork(head, base())).toMatchObject({ paths: [".github/ci.yml", "a.txt"] });
    expect(await checkout().look(head, "main")).toMatchObject({ paths: [".github/ci.yml", "a.txt"] });
  });
});

describe("git", () => {
  it("is given nothing of the caller's surroundings that leads it elsewhere", async () => {
    const head = branch(project);
    const env = {
      ...process.env,
      GIT_DIR: project.merger.folder,
      GIT_WORK_TREE: "/",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.abbrev",
      GIT_CONFIG_VALUE_0: "nonsense",
    };
    expect(await checkout(undefined, env).head()).toBe(head);
  });

  it("has a limit of time and of output, and exit 128 is unknown", async () => {
    const folder = project.agent.folder;
    const slow = await runGit({ folder, args: ["-c", "alias.wait=!sleep 60", "wait"], timeoutMs: 100 });
    expect(slow).toMatchObject({ kind: "unknown", why: expect.stringContaining("longer than") });
    const long = await runGit({ folder, args: ["log", "-p"], maxBytes: 50 });
    expect(long).toMatchObject({ kind: "unknown", why: expect.stringContaining("more than 50 bytes") });
    const fatal = await runGit({ folder, args: ["cat-file", "-p", "1234567890123456789012345678901234567890"] });
    expect(fatal).toMatchObject({ kind: "unknown", why: expect.stringContaining("fatal") });
    const no = await runGit({ folder, args: ["merge-base", "--is-ancestor", branch(project), "origin/main"] });
    expect(no).toMatchObject({ kind: "answer", yes: false });
  });

  it("fetches for two at once", async () => {
    const head = branch(project);
    const looks = await Promise.all(Array.from({ length: 4 }, () => checkout().lookAtLanding(head, base(), null)));
    expect(looks.map(({ verdict }) => verdict)).toEqual(["fail", "fail", "fail", "fail"]);
  });

  it("is unknown where the remote is away, and says whose address it was without its password", async () => {
    const head = branch(project);
    const look = await checkout().lookAtLanding(
      head,
      { branch: "main", remote: "https://ann:hunter2@localhost:1/x.git" },
      null,
    );
    expect(look).toMatchObject({ verdict: "unknown" });
    expect(look.why).toContain("localhost:1");
    expect(look.why).not.toContain("hunter2");
  });
});
