// How a branch can come into its base, or only seem to: each is played with real repositories.

import { branch, changed, land, LONG, MERGE, REBASE, SQUASH, type Project } from "../support/git/project.ts";

export interface LandingCase {
  readonly name: string;
  readonly verdict: "pass" | "fail" | "empty" | "unknown";
  /** Plays it; the head of the branch, and where it began if that was recorded. */
  readonly play: (project: Project) => string | { readonly head: string; readonly fork: string };
}

const EDIT_NEARBY = { "a.txt": changed({ 8: "eight, by somebody else" }) };

export const LANDING_CASES: readonly LandingCase[] = [
  { name: "merge", verdict: "pass", play: (project) => landed(project, MERGE) },
  { name: "squash of two", verdict: "pass", play: (project) => landed(project, SQUASH) },
  { name: "rebase", verdict: "pass", play: (project) => moveBaseThen(project, { "c.txt": "c\n" }, REBASE) },
  {
    name: "fast-forward",
    verdict: "pass",
    play: (project) => {
      const fork = project.merger.head();
      const head = branch(project);
      land(project, ["merge", "--quiet", "--ff-only", "origin/feature"]);
      return { head, fork };
    },
  },
  {
    name: "fast-forward, nothing was recorded",
    verdict: "unknown",
    play: (project) => landed(project, [["merge", "--quiet", "--ff-only", "origin/feature"]]),
  },
  {
    name: "squash, base moved in the context",
    verdict: "pass",
    play: (project) => moveBaseThen(project, EDIT_NEARBY, SQUASH),
  },
  {
    name: "squash, later edited on the base",
    verdict: "pass",
    play: (project) => {
      const head = landed(project, SQUASH);
      return editAfterwards(project, head);
    },
  },
  {
    name: "merge, later edited on the base",
    verdict: "pass",
    play: (project) => editAfterwards(project, landed(project, MERGE)),
  },
  {
    name: "base merged into the branch, then squash",
    verdict: "pass",
    play: (project) => {
      branch(project);
      moveBase(project, { "c.txt": "c\n" });
      const { agent } = project;
      agent.git("fetch", "--quiet", "origin");
      agent.git("merge", "--quiet", "-m", "Merge main", "origin/main");
      agent.git("push", "--quiet", "origin", "feature");
      const head = agent.head();
      land(project, ...SQUASH);
      return head;
    },
  },
  {
    name: "squash, the branch deleted",
    verdict: "pass",
    play: (project) => {
      const head = landed(project, SQUASH);
      project.merger.git("push", "--quiet", "origin", "--delete", "feature");
      return head;
    },
  },
  {
    name: "reverted, then landed again",
    verdict: "pass",
    play: (project) => {
      const head = landed(project, SQUASH);
      land(project, ["revert", "--no-edit", "HEAD"]);
      land(project, ["revert", "--no-edit", "HEAD"]);
      return head;
    },
  },
  { name: "not merged", verdict: "fail", play: (project) => branch(project) },
  {
    name: "merged into another branch",
    verdict: "fail",
    play: (project) => {
      const head = branch(project);
      project.merger.update();
      project.merger.git("checkout", "--quiet", "-b", "develop");
      for (const step of MERGE) project.merger.git(...step);
      project.merger.git("push", "--quiet", "origin", "develop");
      return head;
    },
  },
  {
    name: "merge -s ours",
    verdict: "fail",
    play: (project) =>
      moveBaseThen(project, { "c.txt": "c\n" }, [["merge", "--quiet", "-s", "ours", "-m", "Ours", "origin/feature"]]),
  },
  {
    name: "reverted merge",
    verdict: "fail",
    play: (project) => {
      const head = landed(project, MERGE);
      land(project, ["revert", "--no-edit", "-m", "1", "HEAD"]);
      return head;
    },
  },
  {
    name: "reverted squash",
    verdict: "fail",
    play: (project) => {
      const head = landed(project, SQUASH);
      land(project, ["revert", "--no-edit", "HEAD"]);
      return head;
    },
  },
  {
    name: "reverted squash, base moved in the context",
    verdict: "fail",
    play: (project) => {
      const head = landed(project, SQUASH);
      const squash = project.merger.head();
      moveBase(project, { "a.txt": changed({ 8: "eight, by somebody else", 10: "ten, by the branch" }) });
      land(project, ["revert", "--no-edit", squash]);
      return head;
    },
  },
  {
    name: "rebase, one commit reverted",
    verdict: "fail",
    play: (project) => {
      const head = moveBaseThen(project, { "c.txt": "c\n" }, REBASE);
      land(project, ["revert", "--no-edit", "HEAD~1"]);
      return head;
    },
  },
  {
    name: "half picked",
    verdict: "fail",
    play: (project) => moveBaseThen(project, { "c.txt": "c\n" }, [["cherry-pick", "origin/feature~1"]]),
  },
  {
    name: "pushed again after the squash",
    verdict: "fail",
    play: (project) => {
      branch(project);
      land(project, ...SQUASH);
      const { agent } = project;
      agent.git("commit", "--quiet", "--amend", "-m", "Change b otherwise", "--allow-empty");
      agent.write("b.txt", changed({ 20: "twenty, in another way" }));
      agent.git("commit", "--quiet", "--all", "--amend", "--no-edit");
      agent.git("push", "--quiet", "--force", "origin", "feature");
      return agent.head();
    },
  },
  {
    name: "taken off the base by force",
    verdict: "fail",
    play: (project) => {
      const head = landed(project, MERGE);
      land(project, ["reset", "--quiet", "--hard", "HEAD~1"]);
      return head;
    },
  },
  {
    name: "no commits",
    verdict: "empty",
    play: (project) => {
      project.agent.update();
      const fork = project.agent.head();
      return { head: fork, fork };
    },
  },
  {
    name: "an empty commit",
    verdict: "empty",
    play: (project) => {
      project.agent.update();
      project.agent.git("checkout", "--quiet", "-b", "feature");
      const head = project.agent.commit("Nothing");
      project.agent.git("push", "--quiet", "origin", "feature");
      land(project, ...MERGE);
      return head;
    },
  },
  {
    name: "net zero",
    verdict: "empty",
    play: (project) => {
      branch(project);
      const { agent } = project;
      const head = agent.commit("Take it back", { "a.txt": LONG, "b.txt": LONG });
      agent.git("push", "--quiet", "origin", "feature");
      land(project, ...MERGE);
      return head;
    },
  },
  {
    name: "an object is missing",
    verdict: "unknown",
    play: () => "1234567890123456789012345678901234567890",
  },
];

function landed(project: Project, how: readonly (readonly string[])[]): string {
  const head = branch(project);
  land(project, ...how);
  return head;
}

function moveBaseThen(
  project: Project,
  files: Readonly<Record<string, string | readonly string[]>>,
  how: readonly (readonly string[])[],
): string {
  const head = branch(project);
  moveBase(project, files);
  land(project, ...how);
  return head;
}

function moveBase(project: Project, files: Readonly<Record<string, string | readonly string[]>>): void {
  project.merger.update();
  project.merger.commit("Somebody else's work", files);
  project.merger.git("push", "--quiet", "origin", "main");
}

function editAfterwards(project: Project, head: string): string {
  moveBase(project, { "a.txt": changed({ 10: "ten, edited later" }) });
  return head;
}
