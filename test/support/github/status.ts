// A project from one of GitHub's templates, set up as init does it, and one machine that works on it.

import { onTestFinished } from "vitest";
import { adoptElsewhere } from "../../../src/app/elsewhere/adopt.ts";
import { DEFAULT_LAYOUT, type Layout } from "../../../src/github/layout/layout.ts";
import { proposeLayout } from "../../../src/github/layout/propose.ts";
import { createFields } from "../../../src/github/setup/create-fields.ts";
import { wantedFields } from "../../../src/github/setup/fields.ts";
import { findProject } from "../../../src/github/setup/project.ts";
import type { Machine as Rules } from "../../../src/engine/workflow/compile.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { MINUTE } from "../worlds/world.ts";
import type { Issue } from "./fake/world.ts";
import { Site } from "./world.ts";

export interface StatusOptions {
  /** Status shows states that stand in a field of their own. */
  readonly inStep?: boolean;
  readonly workflow?: Rules;
}

/** Its project is the site's own, whose Status is "Todo, In Progress, Done". */
export async function openStatus({ inStep = false, workflow = shipped("ticket") }: StatusOptions = {}) {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, project, repository } = site;
  const found = await findProject(site.client(), { owner: "acme", number: 7 });
  const names = { ...DEFAULT_LAYOUT.names, ...(inStep ? {} : { state: "Status" }) };
  const layout: Layout = proposeLayout(found.fields, workflow, { ...DEFAULT_LAYOUT, names }, inStep);
  await createFields(site.client(), found, wantedFields(workflow.workflow, layout), layout);
  const machine = await site.machine({ layout, workflow });
  machine.board.mirror?.adopt((happened) => adoptElsewhere(machine.app, happened));
  const look = async (): Promise<void> => {
    site.clock.pass(MINUTE);
    await machine.board.refresh();
  };
  return {
    site,
    github,
    layout,
    machine,
    look,
    add: (title: string, card: Readonly<Record<string, string>> = {}, by = "octo"): Issue =>
      github.addIssue(repository, title, { project, card, by }),
    shown: (issue: Issue) => github.see(issue).card,
    /** A minute after whatever was before. */
    later: () => site.clock.pass(MINUTE),
  };
}
