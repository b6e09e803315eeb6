// What an answer promises about tickets.

import type { Acknowledged } from "./acknowledged.ts";
import type { Content } from "./agent-ask.ts";

type Told = Pick<Acknowledged, "agent" | "tool" | "askedAt" | "toldAt">;

export function acknowledgedBy(told: Told, call: Content, answer: Content): readonly Acknowledged[] {
  const nothing = { from: null, to: null, fence: fenceOf(answer), event: numberOf(answer["event"]) };
  switch (told.tool) {
    case "handoff_ticket":
      if (call["dry_run"] === true) return [];
      return [{ ...told, ...nothing, key: keyOf(answer), ...way(answer["previousState"], answer["newState"]) }];
    case "pick_actionable_issue": {
      const issue = answer["issue"] as Content | null;
      if (!issue || nothing.fence === null) return [];
      return [{ ...told, ...nothing, key: keyOf(issue), ...way(call["workflowState"], issue["workflowState"]) }];
    }
    case "create_ticket":
      return [{ ...told, ...nothing, key: keyOf(answer), ...way(null, answer["state"]) }];
    case "advance_children":
      return (answer["advanced"] as readonly Content[]).map((child) => ({
        ...told,
        ...nothing,
        key: keyOf(child),
        ...way(child["fromState"], child["toState"]),
      }));
    case "add_comment":
    case "release_claim":
    case "update_ticket":
      return [{ ...told, ...nothing, key: keyOf(answer) }];
    default:
      return [];
  }
}

function way(from: unknown, to: unknown): Pick<Acknowledged, "from" | "to"> {
  return { from: typeof from === "string" ? from : null, to: typeof to === "string" ? to : null };
}

function keyOf(thing: Content): string {
  return String(thing["number"]);
}

function fenceOf({ claim }: Content): number | null {
  return typeof claim === "object" && claim !== null && "fence" in claim ? numberOf(claim.fence) : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
