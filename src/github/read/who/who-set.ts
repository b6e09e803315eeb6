// Who put a card where it stands. Where the state stands in Status, GitHub keeps that; else it tells who made the value. A
// project's own automation acts because somebody closed the issue, or opened it again: then it is their move.

import type { Author } from "../../../app/commit/plan.ts";
import type { Actor } from "../../../engine/facts.ts";
import { isOwnApp } from "./logins.ts";
import type { Seen, SeenActor } from "../seen.ts";

export interface Setter {
  /** null: nobody knows. */
  readonly by: SeenActor | null;
  /** By a workflow of the project's own, because of what `by` did. */
  readonly automated: boolean;
}

/** The login of GitHub's own workflows for projects. */
const AUTOMATION = "github-project-automation";
/** An event has whole seconds, and the value is set a moment before or after. */
const MOMENT_MS = 2_000;
/** So long an automation may take. */
const PATIENCE_MS = 120_000;
const VIA = "github";

/** The App that we act as, which is `viewer`, is nobody: what it wrote it wrote for somebody. */
export function whoSet(seen: Seen, viewer: string | null): Setter {
  const { by, automated } = settingOf(seen);
  return { by: by && isOwnApp(by.login, viewer) ? null : by, automated };
}

function settingOf({ card, happened = [] }: Seen): Setter {
  const place = card?.state;
  if (!place || place.assumed) return { by: null, automated: false };
  const drag = happened.findLast(
    (event) => event.kind === "status" && event.status === place.option && Math.abs(event.at - place.at) <= MOMENT_MS,
  );
  const trigger = (): SeenActor | null =>
    happened.findLast(({ kind, at }) => kind !== "status" && at <= place.at + MOMENT_MS && at >= place.at - PATIENCE_MS)
      ?.by ?? null;
  if (drag) return drag.automated ? { by: trigger(), automated: true } : { by: drag.by, automated: false };
  // Where it was changed since it was made, that may be somebody else, and nobody is named.
  if (place.by === null || place.firstAt !== place.at) return { by: null, automated: false };
  if (place.by.replace(/\[bot\]$/, "") === AUTOMATION) return { by: trigger(), automated: true };
  return { by: { login: place.by, isPerson: !place.byBot }, automated: false };
}

/** As the ledger names them. */
export function authorOfSetter({ by }: Setter): Author {
  if (by === null) return { via: VIA };
  return by.isPerson ? { person: by.login, via: VIA } : { connection: by.login, via: VIA };
}

/** As guards judge them: a program is nobody's hands but its own. */
export function actorOfSetter({ by, automated }: Setter): Actor {
  if (by?.isPerson || (by === null && !automated)) return { kind: "person", name: by?.login ?? "" };
  return { kind: "agent", identity: { connection: by?.login ?? VIA, agent: null } };
}
