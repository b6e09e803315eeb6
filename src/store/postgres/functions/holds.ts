// Whether a plan's decision still stands. Runs twice: without the lock for a plan that may be too late already, and under it.

import { TABLES, type Table } from "../../tables.ts";

/** A check names a row by its one key, and its version; 0: there is no such row. */
const VERSIONED = Object.values(TABLES).filter(
  ({ key, columns }) => key.length === 1 && columns.some(({ name }) => name === "version"),
);

function versionOf({ name, key }: Table): string {
  return `
      WHEN '${name}' THEN
        SELECT r.version INTO found_version FROM ${name} r WHERE r.${key[0]?.name} = the_check ->> 'key';`;
}

export const HOLDS_SQL = `
-- Whether a plan's decision still stands: the versions, room where it comes to, no answer to the same request of the same sender, not given up.
CREATE OR REPLACE FUNCTION board_holds(the_plan jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  the_check jsonb;
  found_version bigint;
BEGIN
  FOR the_check IN SELECT c.value FROM jsonb_array_elements(the_plan -> 'checks') c LOOP
    CASE the_check ->> 'table'${VERSIONED.map(versionOf).join("")}
    END CASE;
    IF COALESCE(found_version, 0) <> (the_check ->> 'version')::bigint THEN
      RETURN false;
    END IF;
  END LOOP;
  -- Counted under the lock: a count that was read before lets two take the last place.
  PERFORM FROM jsonb_to_recordset(the_plan -> 'room') AS o (state text, entering bigint, max bigint)
    WHERE (SELECT COUNT(*) FROM ticket t WHERE t.state = o.state AND t.closed = 0 AND t.off_board IS NULL)
      + o.entering > o.max;
  IF FOUND THEN
    RETURN false;
  END IF;
  IF the_plan -> 'request' <> 'null' THEN
    PERFORM FROM request r
      WHERE r.sender = the_plan -> 'request' ->> 'sender'
        AND r.tool = the_plan -> 'request' ->> 'tool'
        AND r.subject = the_plan -> 'request' ->> 'subject'
        AND r.id = the_plan -> 'request' ->> 'id';
    IF FOUND THEN
      RETURN false;
    END IF;
  END IF;
  IF the_plan -> 'pending' <> 'null' THEN
    -- What is under way on one of these tickets, and is not ours, comes first.
    PERFORM FROM pending p
      WHERE p.ticket IN (SELECT jsonb_array_elements_text(the_plan -> 'pending' -> 'tickets'))
        AND p.marker <> the_plan -> 'pending' ->> 'marker';
    IF FOUND THEN
      RETURN false;
    END IF;
    IF the_plan -> 'pending' -> 'request' <> 'null' THEN
      PERFORM FROM request r
        WHERE r.sender = the_plan -> 'pending' -> 'request' ->> 'sender'
          AND r.tool = the_plan -> 'pending' -> 'request' ->> 'tool'
          AND r.subject = the_plan -> 'pending' -> 'request' ->> 'subject'
          AND r.id = the_plan -> 'pending' -> 'request' ->> 'id';
      IF FOUND THEN
        RETURN false;
      END IF;
    END IF;
    IF the_plan -> 'pending' ->> 'step' = 'finish' THEN
      PERFORM FROM pending p WHERE p.marker = the_plan -> 'pending' ->> 'marker';
      IF NOT FOUND THEN
        RETURN false;
      END IF;
    END IF;
  END IF;
  PERFORM FROM abandoned a WHERE a.plan = the_plan ->> 'id';
  RETURN NOT FOUND;
END $$;
`;
