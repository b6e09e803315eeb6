// The write path where requests have a sender, and claims a digest.

import { boardChange, FIRST_TABLES, type WrittenTables } from "./1-postgres-writes.ts";

const [TICKET_KEY, TICKET_COLUMNS] = FIRST_TABLES.ticket;

const SECOND_TABLES = {
  ...FIRST_TABLES,
  ticket: [TICKET_KEY, [...TICKET_COLUMNS, "claim_digest"]],
} satisfies WrittenTables;

export const WRITES_SQL = `
CREATE OR REPLACE ${boardChange(SECOND_TABLES)}

-- Whether a plan's decision still stands: the versions, no answer to the same request of the same sender, not given up.
CREATE OR REPLACE FUNCTION board_holds(the_plan jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  the_check jsonb;
  found_version bigint;
BEGIN
  FOR the_check IN SELECT c.value FROM jsonb_array_elements(the_plan -> 'checks') c LOOP
    CASE the_check ->> 'table'
      WHEN 'ticket' THEN SELECT t.version INTO found_version FROM ticket t WHERE t.key = the_check ->> 'key';
      WHEN 'session' THEN SELECT s.version INTO found_version FROM session s WHERE s.id = the_check ->> 'key';
      WHEN 'run' THEN SELECT r.version INTO found_version FROM run r WHERE r.key = the_check ->> 'key';
      WHEN 'force' THEN SELECT f.version INTO found_version FROM force f WHERE f.name = the_check ->> 'key';
    END CASE;
    IF COALESCE(found_version, 0) <> (the_check ->> 'version')::bigint THEN
      RETURN false;
    END IF;
  END LOOP;
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

-- Carries out plans in turn, each whole or not at all, and answers for each in the same order. A violated constraint
-- fails the statement, and with it all of them.
CREATE OR REPLACE FUNCTION board_commit(known bigint, plans jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  the_head head%ROWTYPE;
  the_plan jsonb;
  the_row jsonb;
  the_change jsonb;
  the_blank jsonb;
  outcomes jsonb := '[]';
  anything_done boolean := false;
  anything_told boolean := false;
BEGIN
  SELECT * INTO the_head FROM head FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    -- Who is too late already need not queue.
    IF NOT EXISTS (SELECT FROM jsonb_array_elements(plans) p WHERE board_holds(p.value)) THEN
      RETURN (SELECT jsonb_agg(jsonb_build_object('kind', 'stale')) FROM jsonb_array_elements(plans));
    END IF;
    SELECT * INTO STRICT the_head FROM head FOR UPDATE;
  END IF;
  PERFORM board_is_known(known);
  -- A clock that was set back must not put a row before the one it follows.
  the_head.at := greatest(board_now(), the_head.at);
  FOR the_plan IN SELECT p.value FROM jsonb_array_elements(plans) p LOOP
    IF NOT board_holds(the_plan) THEN
      outcomes := outcomes || jsonb_build_object('kind', 'stale');
      CONTINUE;
    END IF;
    FOR the_row IN SELECT r.value FROM jsonb_array_elements(the_plan -> 'rows') r LOOP
      the_head.seq := the_head.seq + 1;
      the_head.hash := encode(sha256(convert_to(
        concat_ws(E'\\n', the_head.hash, the_head.seq, the_head.at, the_row ->> 'payload'), 'UTF8')), 'hex');
      INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash) VALUES (
        the_head.seq, the_head.at, the_row ->> 'kind', the_row ->> 'subject_type', the_row ->> 'subject_key',
        the_plan ->> 'id', the_row ->> 'payload', the_head.hash);
      INSERT INTO ledger_text (seq, name, salt, content)
        SELECT the_head.seq, t.name, t.salt, t.content
        FROM jsonb_to_recordset(the_row -> 'texts') AS t (name text, salt text, content text);
      FOR the_change IN SELECT c.value FROM jsonb_array_elements(the_row -> 'changes') c LOOP
        PERFORM board_change(the_change);
      END LOOP;
    END LOOP;
    IF the_plan -> 'request' <> 'null' THEN
      INSERT INTO request (sender, tool, subject, id, arguments, answer, seq, at)
        SELECT r.sender, r.tool, r.subject, r.id, r.arguments, r.answer, the_head.seq, the_head.at
        FROM jsonb_to_record(the_plan -> 'request')
          AS r (sender text, tool text, subject text, id text, arguments text, answer text);
    END IF;
    CASE the_plan -> 'pending' ->> 'step'
      WHEN 'begin' THEN
        INSERT INTO pending (ticket, plan, body, marker, expires_at)
          SELECT t.value, the_plan ->> 'id', CASE t.position WHEN 1 THEN the_plan -> 'pending' ->> 'body' ELSE '' END,
            the_plan -> 'pending' ->> 'marker', board_now() + (the_plan -> 'pending' ->> 'leaseMs')::bigint
          FROM jsonb_array_elements_text(the_plan -> 'pending' -> 'tickets') WITH ORDINALITY t (value, position);
      WHEN 'finish' THEN
        DELETE FROM pending p WHERE p.marker = the_plan -> 'pending' ->> 'marker';
      ELSE NULL;
    END CASE;
    IF the_plan ? 'blank' THEN
      UPDATE ledger_text t SET salt = NULL, content = NULL
        FROM jsonb_to_recordset(the_plan -> 'blank') AS b (seq bigint, name text)
        WHERE t.seq = b.seq AND t.name = b.name;
      -- One by one: an answer may repeat several of the texts.
      FOR the_blank IN SELECT b.value -> 'recorded' FROM jsonb_array_elements(the_plan -> 'blank') b LOOP
        UPDATE request r SET answer = replace(r.answer, the_blank ->> 'from', the_blank ->> 'to')
          WHERE strpos(r.answer, the_blank ->> 'from') > 0;
      END LOOP;
    END IF;
    outcomes := outcomes || jsonb_build_object('kind', 'done', 'seq', the_head.seq, 'at', the_head.at);
    anything_done := true;
    anything_told := anything_told OR jsonb_array_length(the_plan -> 'rows') > 0;
  END LOOP;
  -- The head's time is that of the last row.
  IF anything_told THEN
    UPDATE head SET seq = the_head.seq, hash = the_head.hash, at = the_head.at;
  ELSIF NOT anything_done THEN
    -- Nothing was written, and yet PostgreSQL would have the disk remember that the lock was taken.
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
  RETURN outcomes;
END $$;
`;
