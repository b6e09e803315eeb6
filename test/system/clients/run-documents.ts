// What a run has left in its repository: each document that a skill asks for, with what the skill asks for in it.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUN_SKILLS } from "../skills/calls.ts";
import { markIn, type Wish } from "../skills/run-agent.ts";
import { stepsOf } from "../skills/run-steps.ts";
import { check } from "./scenario.ts";
import type { World, WholeRun } from "./world.ts";

export function git(world: World, ...args: string[]): string {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  const { stdout, stderr, status } = spawnSync("git", [...author, ...args], {
    cwd: world.project,
    env: world.env,
    encoding: "utf8",
  });
  check(status === 0, `git ${args.join(" ")}: ${stderr}`, stderr);
  return stdout;
}

/** Everything is there, nothing was forgotten, and all of it is committed. */
export function checkDocuments(world: World, wish: Wish, run: WholeRun, output: string): void {
  const missing: string[] = [];
  for (const { name } of RUN_SKILLS) {
    for (const { path, read } of documentsOf(name, wish, run)) {
      const file = join(world.project, path);
      if (!existsSync(file)) missing.push(path);
      else missing.push(...lacking(world, name, path, read).map((part) => `${path}: ${part}`));
    }
  }
  check(missing.length === 0, `nothing is missing:\n${missing.join("\n")}`, output);
  const holds = (path: string, words: readonly string[]): void => {
    const text = readFileSync(join(world.project, `docs/runs/${wish.session}/${path}.md`), "utf8");
    const lost = words.filter((word) => !text.includes(word));
    check(lost.length === 0, `${path}.md holds ${lost.join(", ")}`, output);
  };
  holds("run", [wish.project, wish.session, wish.words]);
  holds(
    "goals",
    run.items.flatMap(({ number, title, type }) => `${number}, ${title}, ${type}`),
  );
  for (const [index, ids] of run.batches.entries()) holds(`batch-${index}`, ids);
  for (const { number, tasks } of run.items) holds(`item-${number}/plan`, tasks);
  holds(
    "summary",
    run.items.map(({ title }) => title),
  );
  check(git(world, "status", "--porcelain") === "", "everything is committed", output);
  check(git(world, "rev-list", "--count", "main").trim() === "1", "the main branch is as it was", output);
  const built = git(world, "log", "--format=%s").split("\n");
  const unbuilt = run.completed.filter((id) => !built.includes(id));
  check(unbuilt.length === 0, `every completed task has its commit: ${unbuilt.join(", ")}`, output);
}

interface Asked {
  readonly path: string;
  /** The documents that it was made from. */
  readonly read: readonly string[];
}

/** One for each item or batch that the skill is used for. */
function documentsOf(skill: string, { session }: Wish, run: WholeRun): readonly Asked[] {
  const steps = stepsOf(skill);
  const left = steps.find((step) => step.kind === "leave");
  if (!left) return [];
  const read = steps.flatMap((step) => (step.kind === "read" ? step.paths : []));
  const named = (path: string): string => path.replace("SESSION", session);
  if (left.path.includes("batch-0")) {
    return run.batches.map((_, index) => ({ path: named(left.path).replace("batch-0", `batch-${index}`), read: [] }));
  }
  if (!left.path.includes("item-1")) return [{ path: named(left.path), read: read.filter(isPlain).map(named) }];
  return run.items
    .filter(({ skills }) => skills.includes(skill))
    .map(({ number }) => {
      const own = (path: string): string => named(path).replace("item-1", `item-${number}`);
      return { path: own(left.path), read: read.map(own) };
    });
}

function isPlain(path: string): boolean {
  return !path.includes("item-1") && !path.includes("batch-0");
}

/** What the skill asks for and the document lacks: a part of its own for each, and the marks of what was read. */
function lacking(world: World, skill: string, path: string, read: readonly string[]): readonly string[] {
  const text = readFileSync(join(world.project, path), "utf8");
  const left = stepsOf(skill).find((step) => step.kind === "leave");
  const parts = (left?.asked ?? []).filter((part) => {
    const heading = `## ${part}\n\n`;
    const at = text.indexOf(heading);
    return !part.includes("PROJECT") && (at < 0 || /^(?:#|\s*$)/.test(text.slice(at + heading.length)));
  });
  const unread = read.filter((from) => {
    const mark = markIn(readFileSync(join(world.project, from), "utf8"));
    return mark === "" || !text.includes(`- ${from}: ${mark}`);
  });
  return [...parts, ...unread.map((from) => `it was made without ${from}`)];
}
