// What `landed` says of every way in which a branch comes into its base, or only seems to. The same cases make the table
// in docs/evidence.md: accept a change with `npx vitest run test/git/landing.test.ts --update`, then
// `npm run generate`.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lookAtLanding, type LandedLook } from "../../src/git/landing/landed.ts";
import { Mirror } from "../../src/git/landing/mirror.ts";
import { patchesOnBase } from "../../src/git/landing/patches.ts";
import { everyCommitHasItsEqual, findSquash, isMergeNoOp } from "../../src/git/landing/ways.ts";
import { makeProject } from "../support/git/project.ts";
import { ROOT } from "../support/program.ts";
import { LANDING_CASES, type LandingCase } from "./landing-cases.ts";

interface Row {
  readonly case: string;
  readonly ancestor: Answer;
  readonly cherry: Answer;
  readonly patch: Answer;
  readonly noOp: Answer;
  readonly landed: string;
}

type Answer = "yes" | "no" | "–";

const NOT_ASKED = { ancestor: "–", cherry: "–", patch: "–", noOp: "–" } as const;

/** Each case is played once, by its own test or by the table's. */
const played = new Map<string, Promise<Row>>();

describe("landed", () => {
  it.for(LANDING_CASES.map((one) => [one.name, one] as const))("%s", async ([, one]) => {
    expect(await rowFor(one)).toMatchObject({ landed: one.verdict });
  });

  it("has its table in docs/landing.json", async () => {
    const rows = await Promise.all(LANDING_CASES.map(rowFor));
    await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot(join(ROOT, "docs/landing.json"));
  });
});

function rowFor(one: LandingCase): Promise<Row> {
  const row = played.get(one.name) ?? play(one);
  played.set(one.name, row);
  return row;
}

async function play(one: LandingCase): Promise<Row> {
  const project = makeProject();
  try {
    const { head, fork } = headOf(one.play(project));
    const mirror = await Mirror.open({ folder: join(project.folder, "mirror") });
    const question = { mirror, head, fork, remote: project.remote, branch: "main" };
    const look = await lookAtLanding({ ...question, sources: [project.agent.folder] });
    if (look.kind === "unknown") return { case: one.name, ...NOT_ASKED, landed: "unknown" };
    return { case: one.name, ...(await waysOf(mirror, head, look)), landed: look.verdict };
  } finally {
    project.remove();
  }
}

function headOf(played: ReturnType<LandingCase["play"]>): { readonly head: string; readonly fork: string | null } {
  return typeof played === "string" ? { head: played, fork: null } : played;
}

/** What each way says by itself, asked without the others. */
async function waysOf(mirror: Mirror, head: string, { base, work }: LandedLook): Promise<Omit<Row, "case" | "landed">> {
  const { repository } = mirror;
  const noOp = answer(await isMergeNoOp(repository, head, base));
  if (await repository.isAncestor(head, base)) return { ...NOT_ASKED, ancestor: "yes", noOp };
  const onBase = await patchesOnBase(repository, { from: work.fork, to: base, paths: work.paths });
  return {
    ancestor: "no",
    cherry: answer(await everyCommitHasItsEqual(repository, work, onBase)),
    patch: answer((await findSquash(repository, work, onBase)) !== null),
    noOp,
  };
}

function answer(isSo: boolean): Answer {
  return isSo ? "yes" : "no";
}
