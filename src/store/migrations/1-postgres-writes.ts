// The write path as functions, so that a commit is one statement.

/** Carries out one change of one table. Columns that are not in the set stay as they are, and stay where they are stored. */
function changeOf(table: string, key: readonly string[], columns: readonly string[]): string {
  const found = key.map((column) => `r.${nameOf(column)} = ${valueOf("the_key", column)}`).join(" AND ");
  const updates = columns.map((column) => {
    const name = nameOf(column);
    return `${name} = CASE WHEN the_set ? '${name}' THEN ${valueOf("the_set", column)} ELSE r.${name} END`;
  });
  const names = [...key, ...columns].map(nameOf).join(", ");
  const values = [
    ...key.map((column) => valueOf("the_key", column)),
    ...columns.map((column) => valueOf("the_set", column)),
  ];
  return `
    WHEN '${table}' THEN
      IF the_set = 'null' THEN
        DELETE FROM ${table} r WHERE ${found};
      ELSE
        UPDATE ${table} r SET ${updates.join(",\n          ")}
        WHERE ${found};
        IF NOT FOUND THEN
          INSERT INTO ${table} (${names}) VALUES (${values.join(", ")});
        END IF;
      END IF;`;
}

/** A column is written as its name, with `#` behind it where it holds a number. */
function nameOf(column: string): string {
  return column.replace("#", "");
}

function valueOf(from: string, column: string): string {
  return column.endsWith("#") ? `(${from} ->> '${nameOf(column)}')::bigint` : `${from} ->> '${column}'`;
}

/** For each table: its key, and its other columns. */
export type WrittenTables = Readonly<Record<string, readonly [key: readonly string[], columns: readonly string[]]>>;

const words = (text: string): string[] => text.trim().split(/\s+/);

export const FIRST_TABLES = {
  ticket: [
    ["key"],
    words(`number# repo title body state priority estimate labels parent parent_since# created_at# updated_at# entered_at#
      version# closed# fence# claim_connection claim_agent claim_since# claim_expires# former_connection former_agent
      reserved_until# off_board#`),
  ],
  blocker: [["ticket", "blocked_by"], ["since#"]],
  comment: [["id"], words("ticket author body created_at#")],
  session: [
    ["id"],
    words(`ticket connection agent state outcome started_at# completed_at# entered_at# seen_at# disconnected_at#
      version#`),
  ],
  run: [["key"], words("project session workflow state current_item# current_batch# started_at# updated_at# version#")],
  item: [["run", "number#"], words("title type documented# ticket")],
  task: [["run", "id"], words("depends_on details status item# position# set_by set_at#")],
  workflow: [["hash"], words("name body")],
  force: [["name"], words("hash since# version#")],
} satisfies WrittenTables;

/** The function that carries out a change of any table. A migration that adds a column makes it anew. */
export function boardChange(tables: WrittenTables): string {
  const changes = Object.entries(tables).map(([table, [key, columns]]) => changeOf(table, key, columns));
  return `FUNCTION board_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_key jsonb := change -> 'key';
  the_set jsonb := change -> 'set';
BEGIN
  CASE change ->> 'table'${changes.join("")}
  END CASE;
END $$;`;
}

export const WRITES_SQL = `
CREATE ${boardChange(FIRST_TABLES)}

-- Whether a plan's decision still stands: the versions, no answer to the same request, not given up.
CREATE FUNCTION board_holds(the_plan jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
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
      WHERE r.tool = the_plan -> 'request' ->> 'tool'
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
        WHERE r.tool = the_plan -> 'pending' -> 'request' ->> 'tool'
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

-- Everybody who writes queues for the head row and takes no other lock before: nothing can deadlock, whatever a plan
-- touches, and rows become visible in the order of their numbers. The lock is held until the transaction has ended.
CREATE FUNCTION board_lock() RETURNS void LANGUAGE sql AS $$ SELECT FROM head FOR UPDATE $$;

-- Under the lock: whoever migrates takes it too.
CREATE FUNCTION board_is_known(known bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found_version text;
BEGIN
  SELECT m.value INTO found_version FROM meta m WHERE m.name = 'schema_version';
  IF found_version::bigint IS DISTINCT FROM known THEN
    RAISE EXCEPTION 'schema version mismatch' USING ERRCODE = 'SB001', DETAIL = found_version;
  END IF;
END $$;

-- Carries out plans in turn, each whole or not at all, and answers for each in the same order. A violated constraint
-- fails the statement, and with it all of them.
CREATE FUNCTION board_commit(known bigint, plans jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
      INSERT INTO request (tool, subject, id, arguments, answer, seq, at)
        SELECT r.tool, r.subject, r.id, r.arguments, r.answer, the_head.seq, the_head.at
        FROM jsonb_to_record(the_plan -> 'request')
          AS r (tool text, subject text, id text, arguments text, answer text);
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

-- For whoever sent a plan and got no answer: says what became of it, and if nothing did, sees to it that nothing will.
CREATE FUNCTION board_settle(the_plan text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  outcome jsonb;
BEGIN
  PERFORM board_lock();
  SELECT jsonb_build_object('kind', 'done', 'seq', max(l.seq), 'at', max(l.at)) INTO outcome
    FROM ledger l WHERE l.plan = the_plan HAVING count(*) > 0;
  IF FOUND THEN
    RETURN outcome;
  END IF;
  DELETE FROM abandoned a WHERE a.at < board_now() - 86400000;
  INSERT INTO abandoned (plan, at) VALUES (the_plan, board_now()) ON CONFLICT DO NOTHING;
  RETURN jsonb_build_object('kind', 'stale');
END $$;

CREATE FUNCTION board_append(known bigint, entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change jsonb;
BEGIN
  PERFORM board_lock();
  PERFORM board_is_known(known);
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

INSERT INTO head (one, seq, hash, at) VALUES (1, 0, repeat('0', 64), 0);
`;
