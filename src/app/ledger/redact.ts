// A secret that got into the ledger: its text goes, in the ledger and wherever the board shows it, and a row says so. The
// chain covers digests of texts, so that it still verifies.

import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { KeptText, RowTexts, VersionBehind } from "../ports/ledger.ts";
import { checkText } from "../commit/limits.ts";
import type { Change } from "../commit/changes.ts";
import type { Plan } from "../commit/plan.ts";
import { refuseBlank } from "../commit/refused.ts";
import { settle } from "../commit/settle.ts";

export interface RedactInput {
  /** The ledger row. */
  readonly seq: number;
  /** One of its texts; absent: all of them. */
  readonly name?: string | undefined;
  readonly reason: string;
}

export interface RedactAnswer {
  readonly seq: number;
  readonly redacted: readonly string[];
  readonly event: number;
}

export async function redactText(
  app: Pick<App, "board" | "newId">,
  caller: Caller,
  input: RedactInput,
): Promise<RedactAnswer | Refusal> {
  const { seq, reason } = input;
  const unfit = refuseAgent(caller) ?? refuseBlank(reason) ?? checkText("reason", reason, "reason");
  if (unfit) return unfit;
  let texts: readonly KeptText[] = [];
  const commit = (plan: Plan) => app.board.ledger.redact(plan, seq, texts);
  return settle<RedactAnswer | Refusal>({ commit }, async () => {
    const [row, now] = await Promise.all([app.board.ledger.texts(seq), app.board.now()]);
    if (!row) return { answer: noSuchRow(seq) };
    texts = row.texts.filter(({ name, content }) => content !== null && (input.name ?? name) === name);
    const refusal = checkTexts(input, row, texts);
    if (refusal) return { answer: refusal };
    const names = texts.map((text) => text.name);
    const checks = checksOf(texts);
    return {
      plan: {
        id: app.newId(),
        checks,
        entries: [
          {
            kind: "redact",
            subject: row.subject,
            by: authorOf(caller),
            data: { seq, names },
            texts: { reason },
            changes: changesFor(texts, checks, now),
          },
        ],
      },
      answer: (done) => ({ seq, redacted: names, event: done.seq }),
    };
  });
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse(
    "person_only",
    "Only a person takes text out of the ledger.",
    "tell a person which row holds what has to go; they run signalbox redact.",
  );
}

function noSuchRow(seq: number): Refusal {
  return refuse(
    "row_not_found",
    `The ledger has no row ${seq}.`,
    "find the row's number with signalbox log, then retry with that.",
    { seq },
  );
}

function checkTexts(input: RedactInput, row: RowTexts, chosen: readonly KeptText[]): Refusal | null {
  const { seq, name } = input;
  if (chosen.some((text) => text.table === "workflow")) {
    return refuse(
      "workflow_not_redactable",
      `Row ${seq} holds a workflow, by whose rules moves were made; it has to stay readable.`,
      "put a workflow in force that does without the secret, and change the secret itself.",
      { seq },
    );
  }
  if (chosen.length > 0) return null;
  const there = row.texts.map((text) => text.name);
  if (name !== undefined && !there.includes(name)) {
    return refuse(
      "text_not_found",
      `Row ${seq} has no text ${quote(name)}.`,
      there.length > 0 ? `retry with one of ${listed(there)}.` : "look for the row that has it with signalbox log.",
      { seq, names: there },
    );
  }
  return refuse(
    "nothing_to_redact",
    there.length > 0 ? `The text of row ${seq} was redacted before.` : `Row ${seq} has no free text.`,
    "nothing needs to be done.",
    { seq, names: there },
  );
}

/** Each ticket or run once, however many of its texts go. */
function checksOf(texts: readonly KeptText[]): readonly VersionBehind[] {
  const checks = new Map<string, VersionBehind>();
  for (const { shown } of texts) {
    if (shown?.check) checks.set(`${shown.check.table} ${shown.check.key}`, shown.check);
  }
  return [...checks.values()];
}

/** Takes the texts out of sight. The raised versions make others decide again. */
function changesFor(texts: readonly KeptText[], checks: readonly VersionBehind[], now: number): readonly Change[] {
  return [
    ...texts.flatMap(({ shown }) => (shown ? [shown.change] : [])),
    ...checks.map(({ table, key, version }): Change<"ticket" | "run"> => ({
      table,
      key: { key },
      set: { version: version + 1, updated_at: now },
    })),
  ];
}
