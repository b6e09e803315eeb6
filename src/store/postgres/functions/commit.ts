// The write path as functions, so that a commit is one statement.

/** How long a writer queues for the board. */
export const LOCK_MS = 30_000;

const LOCK_SQL = `
-- Everybody who writes queues for the head row and takes no other lock before: nothing can deadlock, whatever a plan
-- touches, and rows become visible in the order of their numbers. The lock is held until the transaction has ended.
CREATE OR REPLACE FUNCTION board_lock() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '${LOCK_MS}', true);
  PERFORM FROM head FOR UPDATE;
END $$;

CREATE OR REPLACE FUNCTION board_is_known(known bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found_version text;
BEGIN
  SELECT m.value INTO found_version FROM meta m WHERE m.name = 'schema_version';
  IF found_version::bigint IS DISTINCT FROM known THEN
    RAISE EXCEPTION 'schema version mismatch' USING ERRCODE = 'SB001', DETAIL = found_version;
  END IF;
END $$;

-- Under the lock, which a migration takes too. A statement that was meant for another board ends here, whatever has led
-- it to this one: a pooler that mixes connections, a schema that was renamed, a copy in its place.
CREATE OR REPLACE FUNCTION board_is_meant(known bigint, the_board text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF known IS NOT NULL THEN
    PERFORM board_is_known(known);
  END IF;
  IF NOT EXISTS (SELECT FROM meta m WHERE m.name = 'board' AND m.value = the_board) THEN
    RAISE EXCEPTION 'this is another board' USING ERRCODE = 'SB002';
  END IF;
END $$;
`;

const NUMBER_SQL = `
-- Real numbers in place of a plan's stand-ins for the tickets that it makes; see number-plan.ts, which does the same.
CREATE OR REPLACE FUNCTION board_numbered(said jsonb, numbers jsonb, next bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  in_front text := ((numbers ->> 'first')::bigint / 1000)::text;
  numbered text := said::text;
  place text;
BEGIN
  FOR place IN SELECT DISTINCT m.found[1] FROM regexp_matches(numbered, '\\m' || in_front || '(\\d{3})\\M', 'g') m (found) LOOP
    IF place::bigint < (numbers ->> 'count')::bigint THEN
      numbered := regexp_replace(numbered, '\\m' || in_front || place || '\\M', (next + place::bigint)::text, 'g');
    END IF;
  END LOOP;
  RETURN numbered;
END $$;
`;

const COMMIT_SQL = `
-- Carries out plans in turn, each whole or not at all, and answers for each in the same order. A violated constraint
-- fails the statement, and with it all of them.
CREATE OR REPLACE FUNCTION board_commit(known bigint, the_board text, plans jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  the_head head%ROWTYPE;
  the_plan jsonb;
  the_row jsonb;
  the_change jsonb;
  the_blank jsonb;
  the_numbers jsonb;
  next_number bigint;
  outcome jsonb;
  outcomes jsonb := '[]';
  anything_done boolean := false;
  anything_told boolean := false;
BEGIN
  SELECT * INTO the_head FROM head FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    -- Who is too late already need not queue.
    PERFORM board_is_meant(NULL, the_board);
    IF NOT EXISTS (SELECT FROM jsonb_array_elements(plans) p WHERE board_holds(p.value)) THEN
      RETURN (SELECT jsonb_agg(jsonb_build_object('kind', 'stale')) FROM jsonb_array_elements(plans));
    END IF;
    PERFORM set_config('lock_timeout', '${LOCK_MS}', true);
    SELECT * INTO STRICT the_head FROM head FOR UPDATE;
  END IF;
  PERFORM board_is_meant(known, the_board);
  -- A clock that was set back must not put a row before the one it follows.
  the_head.at := greatest(board_now(), the_head.at);
  FOR the_plan IN SELECT p.value FROM jsonb_array_elements(plans) p LOOP
    IF NOT board_holds(the_plan) THEN
      outcomes := outcomes || jsonb_build_object('kind', 'stale');
      CONTINUE;
    END IF;
    the_numbers := NULLIF(the_plan -> 'newNumbers', 'null');
    IF the_numbers IS NOT NULL THEN
      -- Under the lock: nobody else makes a ticket before this transaction ends.
      next_number := COALESCE((SELECT t.number FROM ticket t WHERE t.repo = '' ORDER BY t.number DESC LIMIT 1), 0) + 1;
      the_plan := jsonb_set(the_plan, '{request}', board_numbered(the_plan -> 'request', the_numbers, next_number));
    END IF;
    FOR the_row IN SELECT r.value FROM jsonb_array_elements(the_plan -> 'rows') r LOOP
      IF the_numbers IS NOT NULL THEN
        the_row := board_numbered(the_row, the_numbers, next_number);
      END IF;
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
    outcome := jsonb_build_object('kind', 'done', 'seq', the_head.seq, 'at', the_head.at);
    IF the_numbers IS NOT NULL THEN
      outcome := outcome || jsonb_build_object('created', next_number::text);
    END IF;
    outcomes := outcomes || outcome;
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

const SETTLE_SQL = `
-- For whoever sent a plan and got no answer: says what became of it, and if nothing did, sees to it that nothing will.
CREATE OR REPLACE FUNCTION board_settle(the_board text, the_plan text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  outcome jsonb;
  created_key text;
BEGIN
  PERFORM board_lock();
  IF the_board IS NOT NULL THEN
    PERFORM board_is_meant(NULL, the_board);
  END IF;
  SELECT jsonb_build_object('kind', 'done', 'seq', max(l.seq), 'at', max(l.at)) INTO outcome
    FROM ledger l WHERE l.plan = the_plan HAVING count(*) > 0;
  IF FOUND THEN
    SELECT l.subject_key INTO created_key FROM ledger l
      WHERE l.plan = the_plan AND l.kind = 'create' AND l.subject_type = 'ticket' ORDER BY l.seq LIMIT 1;
    IF FOUND THEN
      outcome := outcome || jsonb_build_object('created', created_key);
    END IF;
    RETURN outcome;
  END IF;
  DELETE FROM abandoned a WHERE a.at < board_now() - 86400000;
  INSERT INTO abandoned (plan, at) VALUES (the_plan, board_now()) ON CONFLICT DO NOTHING;
  RETURN jsonb_build_object('kind', 'stale');
END $$;
`;

const APPEND_SQL = `
CREATE OR REPLACE FUNCTION board_append(known bigint, the_board text, entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change jsonb;
BEGIN
  PERFORM board_lock();
  PERFORM board_is_meant(known, the_board);
  INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash)
    SELECT e.seq, e.at, e.kind, e.subject_type, e.subject_key, e.plan, e.payload, e.hash
    FROM jsonb_to_recordset(entries) AS e (seq bigint, at bigint, kind text, subject_type text, subject_key text,
      plan text, payload text, hash text);
  INSERT INTO ledger_text (seq, name, salt, content)
    SELECT e.seq, t.name, t.salt, t.content
    FROM jsonb_to_recordset(entries) AS e (seq bigint, texts jsonb),
      jsonb_to_recordset(e.texts) AS t (name text, salt text, content text);
  FOR change IN
    SELECT c.value
    FROM jsonb_array_elements(entries) WITH ORDINALITY e (value, position),
      jsonb_array_elements(e.value -> 'changes') WITH ORDINALITY c (value, position)
    ORDER BY e.position, c.position
  LOOP
    PERFORM board_change(change);
  END LOOP;
  UPDATE head SET seq = e.seq, hash = e.hash, at = e.at
    FROM jsonb_to_record(entries -> -1) AS e (seq bigint, hash text, at bigint);
END $$;
`;

/** What programs of before call. They are told that the board is newer; only looking a plan up must go on working. */
const FORMER_SQL = `
CREATE OR REPLACE FUNCTION board_commit(known bigint, plans jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM board_lock();
  PERFORM board_is_known(known);
  RAISE EXCEPTION 'this program does not say which board it means' USING ERRCODE = 'SB002';
END $$;

CREATE OR REPLACE FUNCTION board_append(known bigint, entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM board_lock();
  PERFORM board_is_known(known);
  RAISE EXCEPTION 'this program does not say which board it means' USING ERRCODE = 'SB002';
END $$;

CREATE OR REPLACE FUNCTION board_settle(the_plan text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN board_settle(NULL, the_plan);
END $$;
`;

export const WRITES_SQL = [LOCK_SQL, NUMBER_SQL, COMMIT_SQL, SETTLE_SQL, APPEND_SQL, FORMER_SQL].join("\n");
