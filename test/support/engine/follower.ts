// An agent that knows nothing but the text of a refusal, and does the first call that stands after `Recovery:`.

/** The arguments of handoff_ticket, as a clumsy agent fills them in. */
export interface Call {
  readonly command?: string | undefined;
  readonly intent?: string | undefined;
  readonly to_state?: string | undefined;
  readonly from_state?: string | undefined;
  readonly reason: string;
  /** It gives the token that it was given with its lock. */
  readonly claim?: boolean | undefined;
}

export type Told =
  | { readonly does: "handoff"; readonly call: Call }
  /** It leaves the ticket for other work. */
  | { readonly does: "pick"; readonly workflowState: string }
  /** It asks, and changes nothing. */
  | { readonly does: "look"; readonly tool: string };

const HANDOFF = /command="(?<command>[^"]+)", (?<how>intent|to_state)="(?<word>[^"]+)"/;
const PICK = /pick_actionable_issue \(workflowState="(?<state>[^"]+)"\)/;
const SAME_WITH_TOKEN = /retry the same call with claim set to the token/;
const LOOK = /\b(?<tool>list_tickets|detect_pipeline_position|pick_actionable_issue)\b/;

/** null: the text names no call. */
export function firstCall(recovery: string, last: Call): Told | null {
  const found = [HANDOFF, PICK, SAME_WITH_TOKEN, LOOK].flatMap((pattern) => {
    const match = pattern.exec(recovery);
    return match ? [{ pattern, match }] : [];
  });
  const [first] = found.toSorted((a, b) => a.match.index - b.match.index);
  if (!first) return null;
  const { pattern, match } = first;
  const words = match.groups ?? {};
  switch (pattern) {
    case HANDOFF:
      return { does: "handoff", call: changed(recovery.slice(match.index), words, last) };
    case PICK:
      return { does: "pick", workflowState: words["state"] ?? "" };
    case SAME_WITH_TOKEN:
      return { does: "handoff", call: { ...last, claim: true } };
    default:
      return { does: "look", tool: words["tool"] ?? "" };
  }
}

/** It changes what it is told to change and nothing else: an argument that it is not told to drop stays. */
function changed(text: string, words: Readonly<Record<string, string>>, last: Call): Call {
  const sentence = text.split(/[.;](?: |$)/)[0] ?? "";
  const dropped = /, without ([a-z_]+(?:(?:, | and )[a-z_]+)*)/.exec(sentence)?.[1]?.split(/, | and /) ?? [];
  const kept = Object.fromEntries(
    Object.entries(last).filter(([name, value]) => value !== undefined && !dropped.includes(name)),
  );
  const { intent: _, to_state: __, ...others } = kept;
  const both = last.intent !== undefined && last.to_state !== undefined && !dropped.some(isTarget);
  return {
    ...(both ? kept : others),
    command: words["command"],
    [words["how"] ?? ""]: words["word"],
    ...(sentence.includes("with claim set to the token") ? { claim: true } : {}),
    reason: sentence.includes("with reason set to") ? "because" : last.reason,
  };
}

function isTarget(name: string): boolean {
  return name === "intent" || name === "to_state";
}

/** What agents get wrong most. Each is what an agent of this command might send, wherever the ticket is. */
export const SLIPS: Readonly<Record<string, (command: string) => Call>> = {
  "forgets the lock": (command) => ({ command, intent: "complete", reason: "because" }),
  "misspells the intent": (command) => ({ command, intent: "lokc", reason: "because" }),
  "misspells the state": (command) => ({ command, to_state: MISSPELT[command] ?? "", reason: "because" }),
  "misspells the command": (command) => ({ command: `${command}h`, intent: "lock", reason: "because" }),
  "gives both": (command) => ({ command, intent: "complete", to_state: "In Progress", reason: "because" }),
  "gives neither": (command) => ({ command, reason: "because" }),
  "is wrong about the state": (command) => ({ command, intent: "lock", from_state: "Nowhere", reason: "because" }),
  "gives no reason": (command) => ({ command, intent: "lock", reason: " " }),
};

/** A state that the command leads to, on its way. */
const MISSPELT: Readonly<Record<string, string>> = {
  triage: "Reserch Needed",
  split: "Backlogg",
  research: "Ready for Plam",
  plan: "Plan in Reviev",
  review: "In Progres",
  impl: "In Reviw",
  hero: "In Reveiw",
};
