// Rows of the ledger that somebody looks for. There is no index for that: every write would pay for what is asked now and
// then. Whoever asks says between which rows to look, and goes on from there.

import type { EntryKind, Subject } from "../../app/commit/plan.ts";
import type { Deeds, Ledger, RowHints } from "../../app/ports/ledger.ts";
import { areStorable, like } from "../ask.ts";
import type { Driver, Param } from "../driver.ts";

import { UP_TO } from "../queries.ts";
import { columns, int, maybeText, select, shape, text } from "../select.ts";
import { withTexts } from "./history.ts";
import { TOLD } from "./rows.ts";

const BETWEEN = "l.seq > ? AND l.seq < ?";

/** From a fixed list, so that there are few texts to prepare and none is made from what a user sent. */
const CONDITIONS = {
  kinds: "? LIKE '%,' || l.kind || ',%'",
  mention: "LOWER(l.payload) LIKE ? ESCAPE '!'",
  word: "EXISTS (SELECT 1 FROM ledger_text t WHERE t.seq = l.seq AND LOWER(t.content) LIKE ? ESCAPE '!')",
} as const;

export function find(driver: Driver): Pick<Ledger, "likely" | "census"> {
  const CENSUS = select(
    shape({
      ...columns("ledger", "l", "kind", "subject_type"),
      person: maybeText(driver.payload("by", "person")),
      connection: maybeText(driver.payload("by", "connection")),
      agent: maybeText(driver.payload("by", "agent")),
      via: text(driver.payload("by", "via")),
      // Whole numbers on both engines, whatever a parameter is taken for.
      slot: int("(l.at - CAST(? AS BIGINT)) / CAST(? AS BIGINT)"),
      n: int("COUNT(*)"),
    }),
    (list) => `SELECT ${list} FROM ledger l WHERE ${BETWEEN} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  );
  return {
    async likely({ after, before }, hints, limit) {
      const { names, params } = conditionsOf(hints);
      if (!areStorable(params)) return [];
      const where = [BETWEEN, ...names.map((name) => CONDITIONS[name])].join(" AND ");
      const asked = select(TOLD, (list) => `SELECT ${list} FROM ledger l WHERE ${where} ORDER BY l.seq DESC ${UP_TO}`);
      return withTexts(driver, await driver.read(asked, [after, before, ...params, limit]));
    },
    async census({ after, before }, { from, ms }) {
      const rows = await driver.read(CENSUS, [from, ms, after, before]);
      return rows.map(({ kind, subject_type, person, connection, agent, via, slot, n }): Deeds => ({
        by: {
          via,
          ...(person === null ? {} : { person }),
          ...(connection === null ? {} : { connection }),
          ...(agent === null ? {} : { agent }),
        },
        // Only what was checked when it was written gets into the ledger.
        kind: kind as EntryKind,
        type: subject_type as Subject["type"],
        slot,
        count: n,
      }));
    },
  };
}

function conditionsOf({ kinds, mentions = [], word }: RowHints): {
  readonly names: readonly (keyof typeof CONDITIONS)[];
  readonly params: readonly Param[];
} {
  const names: (keyof typeof CONDITIONS)[] = [];
  const params: Param[] = [];
  const add = (name: keyof typeof CONDITIONS, param: string) => {
    names.push(name);
    params.push(param);
  };
  if (kinds) add("kinds", `,${kinds.join(",")},`);
  // As it stands in JSON: a quotation mark in a name is written with a stroke before it.
  for (const mention of mentions) add("mention", like(JSON.stringify(mention).slice(1, -1)));
  if (word !== undefined) add("word", like(word));
  return { names, params };
}
