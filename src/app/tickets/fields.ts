// What a ticket says: which values a field takes, and which columns an edit sets.

import { ESTIMATES, PRIORITIES } from "../../engine/facts.ts";
import { argument, say } from "../../engine/acts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, unknown } from "../../engine/words.ts";
import type { Columns } from "../commit/changes.ts";
import { checkText, firstRefusal } from "../commit/limits.ts";

export interface TicketFields {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  /** null takes it away. */
  readonly priority?: string | null | undefined;
  readonly estimate?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** The columns that an edit sets, and their names. */
export interface Edit {
  readonly columns: Columns<"ticket">;
  readonly edited: readonly string[];
}

export function readEdit(fields: TicketFields): Edit | Refusal {
  const unfit = checkFields(fields);
  if (unfit) return unfit;
  const { title, body, priority, estimate, labels } = fields;
  const columns: Columns<"ticket"> = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(priority === undefined ? {} : { priority }),
    ...(estimate === undefined ? {} : { estimate }),
    ...(labels === undefined ? {} : { labels: JSON.stringify([...new Set(labels)]) }),
  };
  return { columns, edited: Object.keys(columns) };
}

export function checkFields({ title, body, priority, estimate, labels }: TicketFields): Refusal | null {
  if (title !== undefined && title.trim() === "") {
    const recovery = say`retry with ${argument("title")} set to a line that says what is wanted.`;
    return refuse("blank_title", "A ticket needs a title.", recovery);
  }
  return firstRefusal(
    title === undefined ? null : checkText("title", title, "title"),
    body === undefined ? null : checkText("body", body, "body"),
    checkOneOf("priority", priority, PRIORITIES),
    checkOneOf("estimate", estimate, ESTIMATES),
    ...(labels ?? []).map((label) => checkText("label", label, "label")),
  );
}

function checkOneOf(
  field: "priority" | "estimate",
  value: string | null | undefined,
  known: readonly string[],
): Refusal | null {
  if (value === undefined || value === null || known.includes(value)) return null;
  return refuse(
    `unknown_${field}`,
    `${unknown(field, value)} It is one of ${listed(known)}.`,
    `retry with ${field} set to one of ${listed(known)}, or without it.`,
    { field, known },
  );
}
