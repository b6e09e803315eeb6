// Carries out one change of one table. The columns come from the tables' layout: a new one needs no edit here.

import { columnsOf, TABLES, type Column, type Table } from "../../tables.ts";

/** Columns that are not in the set stay as they are, and stay where they are stored. */
function changeOf(table: Table): string {
  const { name, key, columns } = table;
  const found = key.map((column) => `r.${column.name} = ${valueOf("the_key", column)}`).join(" AND ");
  const updates = columns.map(
    (column) =>
      `${column.name} = CASE WHEN the_set ? '${column.name}' THEN ${valueOf("the_set", column)} ELSE r.${column.name} END`,
  );
  const names = columnsOf(table).map((column) => column.name);
  const values = [
    ...key.map((column) => valueOf("the_key", column)),
    ...columns.map((column) => valueOf("the_set", column)),
  ];
  return `
    WHEN '${name}' THEN
      IF the_set = 'null' THEN
        DELETE FROM ${name} r WHERE ${found};
      ELSE
        UPDATE ${name} r SET ${updates.join(",\n          ")}
        WHERE ${found};
        IF NOT FOUND THEN
          INSERT INTO ${name} (${names.join(", ")}) VALUES (${values.join(", ")});
        END IF;
      END IF;`;
}

function valueOf(from: string, { name, type }: Column): string {
  return type === "int" ? `(${from} ->> '${name}')::bigint` : `${from} ->> '${name}'`;
}

export const CHANGE_SQL = `
CREATE OR REPLACE FUNCTION board_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_key jsonb := change -> 'key';
  the_set jsonb := change -> 'set';
BEGIN
  CASE change ->> 'table'${Object.values(TABLES).map(changeOf).join("")}
  END CASE;
END $$;
`;
