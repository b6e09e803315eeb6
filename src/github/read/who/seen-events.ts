// What happened to an issue lately, as GitHub's timeline tells it: who closed it, opened it again, or dragged its Status.

import type { Time } from "../../../engine/facts.ts";
import type { HappenedPartsFragment } from "../../operations/types.generated.ts";
import type { SeenActor } from "../seen.ts";

export interface SeenEvent {
  readonly kind: "closed" | "reopened" | "status";
  readonly at: Time;
  readonly by: SeenActor | null;
  /** By a workflow of the project's own. */
  readonly automated: boolean;
  /** Of a drag: the option. */
  readonly status: string | null;
}

type EventNodes = HappenedPartsFragment["happened"]["nodes"];

/** An issue may be on other boards too: what was dragged there is nothing to us. `project` is GitHub's id of ours. */
export function seenEvents(nodes: EventNodes, project: string | null): readonly SeenEvent[] {
  return (nodes ?? []).flatMap((node): SeenEvent[] => {
    if (node === null || !("createdAt" in node)) return [];
    const { createdAt, actor, __typename: type } = node;
    const event = { at: Date.parse(createdAt), by: seenActor(actor), automated: false, status: null };
    if (type === "ClosedEvent") return [{ ...event, kind: "closed" }];
    if (type === "ReopenedEvent") return [{ ...event, kind: "reopened" }];
    if (project !== null && node.project !== null && node.project.id !== project) return [];
    const { status, wasAutomated: automated } = node;
    return [{ ...event, kind: "status", automated, status }];
  });
}

export function seenActor(
  actor: { readonly __typename: string; readonly login: string } | null | undefined,
): SeenActor | null {
  return actor ? { login: actor.login, isPerson: actor.__typename !== "Bot" } : null;
}
