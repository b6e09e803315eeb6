// People at work on GitHub itself: they drag cards, mostly along the workflow and sometimes past it, accept what was
// built, bring what is done back as new work, and comment.

import type { Random } from "../../src/demo/random.ts";
import type { Issue } from "../support/github/fake/world.ts";
import { PEOPLE, type Site } from "./github-site.ts";
import type { Notes } from "./notes.ts";
import { pause } from "./wait.ts";

export interface PeopleOptions {
  readonly site: Site;
  readonly random: Random;
  readonly notes: Notes;
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** In real time. */
  readonly everyMs: number;
}

export async function peopleAtWork(options: PeopleOptions, over: AbortSignal): Promise<void> {
  const { site, random, notes, everyMs } = options;
  while (!over.aborted) {
    await pause(everyMs * random.between(0.3, 1.7), over);
    const by = random.oneOf(PEOPLE) ?? "";
    const issue = random.chance(0.7) ? waiting(options) : random.oneOf(site.issues());
    if (!issue || over.aborted) continue;
    if (random.chance(0.15)) {
      site.comment(issue, "How is it going?", by);
      notes.count("people's comments");
      continue;
    }
    const to = destination(options, site.stateOf(issue));
    if (to === null) continue;
    if (issue.closed) site.reopenIssue(issue);
    site.drag(issue, to, { by });
    notes.count("people's drags");
  }
}

/** What agents can't get on with: it waits for people, or it is over. */
function waiting({ site, random, next }: PeopleOptions): Issue | undefined {
  const stuck = site.issues().filter((issue) => {
    const state = site.stateOf(issue);
    return state === "In Review" || state === "Human Needed" || (next.get(state ?? "")?.length ?? 0) === 0;
  });
  return random.oneOf(stuck);
}

function destination({ random, notes, next }: PeopleOptions, state: string | null): string | null {
  const along = next.get(state ?? "") ?? [];
  if (along.length > 0 && random.chance(0.85)) return random.oneOf(along) ?? null;
  notes.count("people's drags past the workflow");
  return random.oneOf(["Backlog", "Backlog", "Research Needed", "Ready for Plan", "In Progress"]) ?? null;
}
