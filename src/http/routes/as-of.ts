// Answers that say where in the ledger they stand, so that events after that bring them up to date.

import type { App } from "../../app/app.ts";
import { readMirror } from "../../app/pages/mirror.ts";
import type { MirrorView } from "../../app/pages/views.ts";
import { stamp } from "../../engine/facts.ts";
import type { RouteContext } from "../route-context.ts";

export interface AsOf {
  readonly seq: number;
  readonly now: string;
  readonly mirror?: MirrorView;
}

/**
 * The head is read first: what is read after it may hold more than it says, and an event that repeats what is known does
 * no harm; one that was missed would. Everybody who asks for the same at the same moment gets the same.
 */
export async function asOf<T extends object>(
  server: RouteContext,
  app: App,
  name: string,
  make: () => Promise<T>,
): Promise<T & AsOf> {
  // Somebody looks at a page: where tickets live elsewhere, what changes there is to reach them soon.
  app.board.mirror?.glance();
  const [{ seq }, now] = await Promise.all([app.board.ledger.head(), app.board.now()]);
  const answer = await server.sharedAnswers.get(name, seq, make);
  return { ...(await readMirror(app.board, false)), seq, now: stamp(now), ...answer };
}
