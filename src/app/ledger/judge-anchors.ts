// What anchors say of a ledger that verifies by itself: whether each anchored row is still in it, and who vouches for that.

import type { Anchor } from "./anchor.ts";

export interface FoundAnchor {
  readonly anchor: Anchor;
  /** In words: "a git note", "anchors.txt". */
  readonly where: string;
  /** A person has named the place where it stands, and expects it to be of this board. */
  readonly named: boolean;
  readonly signed: Signed;
}

export type Signed =
  | { readonly kind: "unsigned" }
  /** `signer`: by the file of allowed signers; null: it names nobody for this key. */
  | { readonly kind: "good"; readonly key: string; readonly signer: string | null }
  | { readonly kind: "wrong"; readonly why: string }
  | { readonly kind: "unchecked"; readonly why: string };

export interface AnchoredLedger {
  readonly board: string;
  readonly head: { readonly seq: number };
  /** The hashes of the rows that anchors name, as far as they are there. */
  readonly hashes: ReadonlyMap<number, string>;
}

export interface AnchorProblem {
  readonly seq: number | null;
  readonly what: "history_rewritten" | "anchor_forged" | "anchor_of_another_board" | "anchor_missing";
  readonly detail: string;
}

export interface AnchorVerdict {
  readonly problem: AnchorProblem | null;
  readonly held: number;
  /** How many of these somebody has signed whom the file of allowed signers names. */
  readonly vouched: number;
  /** Of other boards, in the same repository. */
  readonly others: number;
  /** The one with the highest row; of several, one that is vouched for. */
  readonly newest: FoundAnchor | null;
}

/** `needsSigner`: a person has said whose signature counts, so one of theirs has to be there. */
export function judgeAnchors(
  found: readonly FoundAnchor[],
  ledger: AnchoredLedger,
  needsSigner: boolean,
): AnchorVerdict {
  const inOrder = found.toSorted((a, b) => a.anchor.row - b.anchor.row || Number(isVouched(a)) - Number(isVouched(b)));
  const held = inOrder.filter(({ anchor }) => ledger.hashes.get(anchor.row) === anchor.hash);
  const lost = inOrder.filter((one) => !held.includes(one));
  // An imported board has an id of its own and the same rows: what is in the chain is this ledger's, whatever its id.
  const others = lost.filter(({ anchor }) => anchor.board !== ledger.board);
  const vouched = held.filter(isVouched).length;
  const problem =
    findForged(inOrder) ??
    findLost(lost, ledger) ??
    findStranger(others, held.length, ledger) ??
    (needsSigner && vouched === 0 ? noSigner(held.length) : null);
  return { problem, held: held.length, vouched, others: others.length, newest: held.at(-1) ?? null };
}

function isVouched({ signed }: FoundAnchor): boolean {
  return signed.kind === "good" && signed.signer !== null;
}

function findForged(found: readonly FoundAnchor[]): AnchorProblem | null {
  for (const { anchor, where, signed } of found) {
    if (signed.kind !== "wrong") continue;
    const detail = `The signature of the anchor of row ${anchor.row} in ${where} is not right (${signed.why}): the anchor was changed or forged.`;
    return { seq: anchor.row, what: "anchor_forged", detail };
  }
  return null;
}

function findLost(lost: readonly FoundAnchor[], { board, head, hashes }: AnchoredLedger): AnchorProblem | null {
  const own = lost.find(({ anchor }) => anchor.board === board);
  if (!own) return null;
  const { row, time } = own.anchor;
  const noted = `row ${row}, as it was anchored in ${own.where} at ${time}`;
  const detail = hashes.has(row)
    ? `The ledger was rewritten: it does not have ${noted}.`
    : `The ledger was cut off or begun anew: it ends with row ${head.seq}, and does not have ${noted}.`;
  return { seq: row, what: "history_rewritten", detail };
}

/** Anchors of several boards may stand in one repository; but where there is none of this one, it may have been exchanged. */
function findStranger(others: readonly FoundAnchor[], held: number, { board }: AnchoredLedger): AnchorProblem | null {
  const stranger = others.find(({ named }) => named) ?? (held === 0 ? others[0] : undefined);
  if (!stranger) return null;
  const { anchor, where } = stranger;
  const detail = `The anchor of row ${anchor.row} in ${where} is of another board (${anchor.board}, "${anchor.name}") than this one (${board}): another database was meant, or the board was exchanged.`;
  return { seq: null, what: "anchor_of_another_board", detail };
}

function noSigner(held: number): AnchorProblem {
  const rest = held === 0 ? "there is no anchor" : `none of the ${held} found is signed by somebody in that file`;
  return { seq: null, what: "anchor_missing", detail: `A signed anchor was expected, and ${rest}.` };
}
