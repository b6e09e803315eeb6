// The three lines that every move leaves on its ticket, for people who read there: the transition, who, and why.

export interface AuditedMove {
  readonly from: string | null;
  readonly to: string;
  /** "intent: lock", "override", "propagated"; null where there is nothing to add. */
  readonly how: string | null;
  readonly who: { readonly label: "Command" | "Person" | "Parent"; readonly name: string };
  readonly reason: string;
}

export function auditComment(move: AuditedMove): string {
  const bracket = move.how === null ? "" : ` (${move.how})`;
  return [
    `**State transition**: ${move.from ?? "(none)"} → ${move.to}${bracket}`,
    `**${move.who.label}**: ${oneLine(move.who.name)}`,
    `**Reason**: ${oneLine(move.reason)}`,
  ].join("\n");
}

/** A reason with line breaks must not look like a fourth line, or like somebody else's second. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}
