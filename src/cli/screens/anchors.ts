// What `verify` says of the anchors that it found.

import type { AnchorVerdict, FoundAnchor } from "../../app/ledger/judge-anchors.ts";

export function describeAnchors({ held, vouched, others, newest }: AnchorVerdict): readonly string[] {
  const lines: string[] = [];
  if (newest) {
    const signed = vouched === 0 ? "" : `, ${vouched} signed by allowed signers`;
    lines.push(`${held} ${held === 1 ? "anchor holds" : "anchors hold"}${signed}; the newest: ${describe(newest)}`);
  }
  if (others > 0) lines.push(`${others} ${others === 1 ? "anchor is" : "anchors are"} of another board`);
  return lines;
}

function describe({ anchor, where, signed }: FoundAnchor): string {
  const { row, time } = anchor;
  const by =
    signed.kind === "unsigned"
      ? "not signed"
      : signed.kind === "good"
        ? signed.signer === null
          ? `signed with ${signed.key}, a key that no file of allowed signers names`
          : `signed by ${signed.signer} (${signed.key})`
        : `signature not checked: ${signed.why}`;
  return `row ${row}, in ${where}, ${time}, ${by}`;
}
