// A decision by a workflow stands only while that workflow is in force. Where a person has adopted another meanwhile, the
// board is looked at again, by that one.

import type { App } from "../app.ts";
import type { Attempt } from "./settle.ts";
import { PARTS } from "../ports/workflows.ts";

/** A look for `settle`: each time by the workflows that are in force then. */
export function byWorkflow<T>(app: App, look: (app: App) => Promise<Attempt<T>>): () => Promise<Attempt<T>> {
  let current = app;
  let isAgain = false;
  return async () => {
    // The plan before was stale, and this may be why.
    if (isAgain) current = await upToDate(current);
    isAgain = true;
    for (;;) {
      const attempt = await look(current);
      // A plan says itself which workflow it relies on. An answer that writes nothing does not: a state that is refused as
      // unknown may be one that was adopted a moment ago.
      if ("plan" in attempt) return attempt;
      const now = await upToDate(current);
      if (isSame(now, current)) return attempt;
      current = now;
    }
  };
}

async function upToDate(app: App): Promise<App> {
  return app.force ? app.force.reload() : app;
}

function isSame(a: App, b: App): boolean {
  return PARTS.every((part) => a.force?.versions[part] === b.force?.versions[part]);
}
