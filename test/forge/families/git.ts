// Work that is said to have landed, and did not. The forger owns the checkout: its refs, its config, its objects.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookAtLanding } from "../../../src/git/landing/landed.ts";
import { Mirror } from "../../../src/git/landing/mirror.ts";
import {
  branch,
  changed,
  git,
  land,
  makeProject,
  MERGE,
  REBASE,
  SQUASH,
  type Project,
} from "../../support/git/project.ts";
import type { Family, Outcome } from "../forgery.ts";

interface GitWorld {
  readonly project: Project;
  readonly landed: (head: string, env?: NodeJS.ProcessEnv) => Promise<Outcome>;
}

export const gitFamily: Family<GitWorld> = {
  family: "Git",
  makeWorld: async () => {
    const project = makeProject();
    return { project, landed: (head, env) => lookOf(project, head, env) };
  },
  endWorld: async ({ project }) => project.remove(),
  attacks: [
    {
      name: "forged-tracking-ref",
      does: "moves origin/main of the checkout to the branch",
      attack: ({ project, landed }) => {
        const head = branch(project);
        project.agent.git("checkout", "--quiet", "-B", "main", "origin/main");
        for (const step of MERGE) project.agent.git(...step);
        project.agent.git("update-ref", "refs/remotes/origin/main", "HEAD");
        return landed(head);
      },
    },
    {
      name: "insteadOf",
      does: "leads the remote's address to a repository of its own, in the checkout's and the user's config",
      attack: ({ project, landed }) => {
        const head = branch(project);
        const own = join(project.folder, "own.git");
        git(project.folder, "clone", "--quiet", "--bare", project.agent.folder, own);
        project.agent.git("checkout", "--quiet", "-B", "main", "origin/main");
        for (const step of MERGE) project.agent.git(...step);
        project.agent.git("push", "--quiet", "--force", own, "main");
        project.agent.git("fetch", "--quiet", own, "+main:refs/remotes/origin/main");
        const setting = `[url "${own}"]\n\tinsteadOf = ${project.remote}\n`;
        project.agent.git("config", `url.${own}.insteadOf`, project.remote);
        writeFileSync(join(project.folder, ".gitconfig"), setting);
        return landed(head, { ...process.env, HOME: project.folder, XDG_CONFIG_HOME: project.folder });
      },
    },
    {
      name: "mirror-config",
      does: "leads the remote's address elsewhere in the config of our own mirror",
      attack: async ({ project, landed }) => {
        const head = branch(project);
        await landed(head);
        const own = join(project.folder, "own.git");
        git(project.folder, "clone", "--quiet", "--bare", project.agent.folder, own);
        project.agent.git("checkout", "--quiet", "-B", "main", "origin/main");
        for (const step of MERGE) project.agent.git(...step);
        project.agent.git("push", "--quiet", "--force", own, "main");
        git(join(project.folder, "mirror"), "config", `url.${own}.insteadOf`, project.remote);
        return landed(head);
      },
    },
    {
      name: "replace-graft",
      does: "replaces a commit of the base by one that has the branch as a parent",
      attack: ({ project, landed }) => {
        const head = branch(project);
        const { agent } = project;
        agent.git("checkout", "--quiet", "-B", "main", "origin/main");
        const base = agent.head();
        const tree = agent.git("rev-parse", `${head}^{tree}`);
        const parent = agent.git("commit-tree", tree, "-p", head, "-m", "Graft");
        agent.git("replace", "--force", base, parent);
        return landed(head);
      },
    },
    {
      name: "feature-merge",
      does: "merges the branch into another branch",
      attack: ({ project, landed }) => {
        const head = branch(project);
        const { agent } = project;
        agent.git("checkout", "--quiet", "-b", "develop", "origin/main");
        for (const step of MERGE) agent.git(...step);
        agent.git("push", "--quiet", "origin", "develop");
        return landed(head);
      },
    },
    {
      name: "ours",
      does: "merges the branch's history with -s ours, and none of its files",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, ["merge", "--quiet", "-s", "ours", "-m", "Merge the branch", "origin/feature"]);
        return landed(head);
      },
    },
    {
      name: "ours-behind-another",
      does: "merges it with -s ours into a branch that changes other files, and lands that one",
      attack: ({ project, landed }) => {
        const head = branch(project);
        const { agent } = project;
        agent.git("checkout", "--quiet", "-b", "other", "origin/main");
        agent.commit("Something else", { "c.txt": "c\n" });
        agent.git("merge", "--quiet", "-s", "ours", "-m", "Take the history", "feature");
        agent.git("push", "--quiet", "origin", "other");
        land(project, ["merge", "--quiet", "--no-ff", "-m", "Merge another", "origin/other"]);
        return landed(head);
      },
    },
    {
      name: "reverted-merge",
      does: "lands a merge, and reverts it",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, ...MERGE);
        land(project, ["revert", "--no-edit", "-m", "1", "HEAD"]);
        return landed(head);
      },
    },
    {
      name: "reverted-squash",
      does: "lands a squash, and reverts it",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, ...SQUASH);
        land(project, ["revert", "--no-edit", "HEAD"]);
        return landed(head);
      },
    },
    {
      name: "half-picked",
      does: "lands one of two commits",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, ["cherry-pick", "origin/feature~1"]);
        return landed(head);
      },
    },
    {
      name: "evil-merge",
      does: "hides half of the work in a merge of the base, and lands only the commits",
      attack: ({ project, landed }) => {
        const { agent, merger } = project;
        agent.update();
        agent.git("checkout", "--quiet", "-b", "feature");
        const commit = agent.commit("Change a", { "a.txt": changed({ 10: "ten, by the branch" }) });
        merger.update();
        merger.commit("Somebody else's work", { "c.txt": "c\n" });
        merger.git("push", "--quiet", "origin", "main");
        agent.git("fetch", "--quiet", "origin");
        agent.git("merge", "--quiet", "--no-commit", "--no-ff", "origin/main");
        const head = agent.commit("Merge main", { "b.txt": changed({ 20: "twenty, in a merge" }) });
        agent.git("push", "--quiet", "origin", "feature");
        merger.git("fetch", "--quiet", "origin");
        land(project, ["cherry-pick", commit]);
        return landed(head);
      },
    },
    {
      name: "missing-object",
      does: "names a commit that nobody has",
      attack: ({ landed }) => landed("1234567890123456789012345678901234567890"),
    },
    {
      name: "message-says-so",
      does: "puts the branch's hash into the message of a commit on the base",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, [
          "commit",
          "--quiet",
          "--allow-empty",
          "-m",
          `Merge ${head}\n\n(cherry picked from commit ${head})`,
        ]);
        return landed(head);
      },
    },
  ],
  controls: [
    { name: "merge", does: "lands by a merge", attack: (world) => honest(world, MERGE) },
    { name: "squash", does: "lands by a squash", attack: (world) => honest(world, SQUASH) },
    {
      name: "rebase",
      does: "lands by a rebase, on a base that has moved",
      attack: (world) => {
        const head = branch(world.project);
        moveBase(world.project);
        land(world.project, ...REBASE);
        return world.landed(head);
      },
    },
    {
      name: "main-merged-then-squash",
      does: "merges the base into the branch, and lands by a squash",
      attack: ({ project, landed }) => {
        branch(project);
        moveBase(project);
        const { agent } = project;
        agent.git("fetch", "--quiet", "origin");
        agent.git("merge", "--quiet", "-m", "Merge main", "origin/main");
        agent.git("push", "--quiet", "origin", "feature");
        land(project, ...SQUASH);
        return landed(agent.head());
      },
    },
    {
      name: "squash-then-edited",
      does: "lands by a squash, and somebody edits the same lines afterwards",
      attack: ({ project, landed }) => {
        const head = branch(project);
        land(project, ...SQUASH);
        project.merger.commit("Edit it", { "a.txt": changed({ 10: "ten, edited later" }) });
        project.merger.git("push", "--quiet", "origin", "main");
        return landed(head);
      },
    },
  ],
  planted: [
    {
      without: "the mirror: the checkout is asked whether its tracking ref has the commit",
      weaken: (world) => ({ ...world, landed: (head) => Promise.resolve(naive(world.project, head)) }),
      lands: ["forged-tracking-ref", "insteadOf", "replace-graft"],
    },
  ],
};

function honest({ project, landed }: GitWorld, how: readonly (readonly string[])[]): Promise<Outcome> {
  const head = branch(project);
  land(project, ...how);
  return landed(head);
}

function moveBase({ merger }: Project): void {
  merger.update();
  merger.commit("Somebody else's work", { "c.txt": "c\n" });
  merger.git("push", "--quiet", "origin", "main");
}

async function lookOf(project: Project, head: string, env: NodeJS.ProcessEnv = process.env): Promise<Outcome> {
  const mirror = await Mirror.open({ folder: join(project.folder, "mirror"), env });
  const question = { mirror, head, remote: project.remote, branch: "main", sources: [project.agent.folder] };
  const look = await lookAtLanding(question);
  return { landed: look.kind === "landed" && look.verdict === "pass", why: look.why };
}

/** What a program does that trusts the checkout. */
function naive({ agent }: Project, head: string): Outcome {
  try {
    agent.git("merge-base", "--is-ancestor", head, "origin/main");
    return { landed: true, why: "origin/main has it." };
  } catch {
    return { landed: false, why: "origin/main does not have it." };
  }
}
