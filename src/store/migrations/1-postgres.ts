// The same tables as 1-sqlite.ts, and the write path as functions, so that a commit is one statement. No schema is named:
// the connection's search_path says which board is meant.

/** Compared byte by byte, as on SQLite, whatever the database's own collation is. */
const TEXT = `TEXT COLLATE "C"`;

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

const words = (text: string): string[] => text.trim().split(/\s+/);

const CHANGES = [
  changeOf(
    "ticket",
    ["key"],
    words(`number# repo title body state priority estimate labels parent parent_since# created_at# updated_at# entered_at#
      version# closed# fence# claim_connection claim_agent claim_since# claim_expires# former_connection former_agent
      reserved_until# off_board#`),
  ),
  changeOf("blocker", ["ticket", "blocked_by"], ["since#"]),
  changeOf("comment", ["id"], words("ticket author body created_at#")),
  changeOf(
    "session",
    ["id"],
    words(`ticket connection agent state outcome started_at# completed_at# entered_at# seen_at# disconnected_at#
      version#`),
  ),
  changeOf(
    "run",
    ["key"],
    words("project session workflow state current_item# current_batch# started_at# updated_at# version#"),
  ),
  changeOf("item", ["run", "number#"], words("title type documented# ticket")),
  changeOf("task", ["run", "id"], words("depends_on details status item# position# set_by set_at#")),
  changeOf("workflow", ["hash"], words("name body")),
  changeOf("force", ["name"], words("hash since# version#")),
];

const TABLES_SQL = `
CREATE TABLE meta (name ${TEXT} PRIMARY KEY, value ${TEXT} NOT NULL);

CREATE TABLE ticket (
  key ${TEXT} PRIMARY KEY,
  number BIGINT NOT NULL,
  repo ${TEXT} NOT NULL,
  title ${TEXT} NOT NULL,
  body ${TEXT} NOT NULL,
  state ${TEXT},
  priority ${TEXT},
  estimate ${TEXT},
  labels ${TEXT} NOT NULL,
  parent ${TEXT} REFERENCES ticket (key) DEFERRABLE INITIALLY DEFERRED,
  parent_since BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  entered_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  closed BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  claim_connection ${TEXT},
  claim_agent ${TEXT},
  claim_since BIGINT,
  claim_expires BIGINT,
  former_connection ${TEXT},
  former_agent ${TEXT},
  reserved_until BIGINT,
  -- 1: linked with a ticket of this board, or formerly on it; it counts as a blocker and is listed nowhere.
  off_board BIGINT,
  open_blockers BIGINT NOT NULL DEFAULT 0,
  children BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX ticket_number ON ticket (repo, number);
CREATE INDEX ticket_parent ON ticket (parent) WHERE parent IS NOT NULL;
CREATE INDEX ticket_state ON ticket (state, number, repo);
CREATE INDEX ticket_claimed ON ticket (claim_connection) WHERE claim_connection IS NOT NULL;
-- A board is drawn from these two, however many tickets were closed over the years.
CREATE INDEX ticket_open ON ticket (number, repo) WHERE closed = 0;
CREATE INDEX ticket_ended ON ticket (entered_at DESC, number DESC, repo) WHERE closed = 1;
-- Picking reads the first rows of this and nothing else, however many tickets are blocked.
CREATE INDEX ticket_pick ON ticket (state, COALESCE(priority, 'P9'), created_at, number, repo)
  WHERE open_blockers = 0 AND children = 0 AND closed = 0;

CREATE TABLE blocker (
  ticket ${TEXT} NOT NULL REFERENCES ticket (key),
  blocked_by ${TEXT} NOT NULL REFERENCES ticket (key),
  since BIGINT NOT NULL,
  PRIMARY KEY (ticket, blocked_by)
);
CREATE INDEX blocker_blocks ON blocker (blocked_by, ticket);

CREATE TABLE comment (
  id ${TEXT} PRIMARY KEY,
  ticket ${TEXT} NOT NULL REFERENCES ticket (key),
  author ${TEXT} NOT NULL,
  body ${TEXT} NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX comment_ticket ON comment (ticket, created_at);

CREATE TABLE session (
  id ${TEXT} PRIMARY KEY,
  ticket ${TEXT} NOT NULL,
  connection ${TEXT},
  agent ${TEXT},
  state ${TEXT} NOT NULL,
  outcome ${TEXT},
  started_at BIGINT NOT NULL,
  completed_at BIGINT,
  entered_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  disconnected_at BIGINT,
  version BIGINT NOT NULL
);
CREATE INDEX session_ticket ON session (ticket);
CREATE INDEX session_open ON session (connection, agent) WHERE completed_at IS NULL;

CREATE TABLE run (
  key ${TEXT} PRIMARY KEY,
  project ${TEXT} NOT NULL,
  session ${TEXT} NOT NULL,
  workflow ${TEXT} NOT NULL,
  state ${TEXT} NOT NULL,
  current_item BIGINT,
  current_batch BIGINT,
  started_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL
);

CREATE TABLE item (
  run ${TEXT} NOT NULL REFERENCES run (key),
  number BIGINT NOT NULL,
  title ${TEXT} NOT NULL,
  type ${TEXT} NOT NULL,
  documented BIGINT NOT NULL,
  ticket ${TEXT},
  PRIMARY KEY (run, number)
);

CREATE TABLE task (
  run ${TEXT} NOT NULL REFERENCES run (key),
  id ${TEXT} NOT NULL,
  depends_on ${TEXT} NOT NULL,
  details ${TEXT} NOT NULL,
  status ${TEXT} NOT NULL,
  item BIGINT,
  position BIGINT NOT NULL,
  set_by ${TEXT},
  set_at BIGINT,
  PRIMARY KEY (run, id)
);

CREATE TABLE workflow (hash ${TEXT} PRIMARY KEY, name ${TEXT} NOT NULL, body ${TEXT} NOT NULL);
CREATE TABLE force (
  name ${TEXT} PRIMARY KEY,
  hash ${TEXT} NOT NULL REFERENCES workflow (hash),
  since BIGINT NOT NULL,
  version BIGINT NOT NULL
);

CREATE TABLE ledger (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  kind ${TEXT} NOT NULL,
  subject_type ${TEXT} NOT NULL,
  subject_key ${TEXT} NOT NULL,
  plan ${TEXT} NOT NULL,
  payload ${TEXT} NOT NULL,
  hash ${TEXT} NOT NULL
);
CREATE INDEX ledger_subject ON ledger (subject_type, subject_key, seq);
CREATE INDEX ledger_plan ON ledger (plan);
CREATE INDEX ledger_at ON ledger (at);

CREATE TABLE ledger_text (
  seq BIGINT NOT NULL REFERENCES ledger (seq),
  name ${TEXT} NOT NULL,
  salt ${TEXT},
  content ${TEXT},
  PRIMARY KEY (seq, name)
);

CREATE TABLE head (
  one BIGINT PRIMARY KEY CHECK (one = 1), seq BIGINT NOT NULL, hash ${TEXT} NOT NULL, at BIGINT NOT NULL
);

-- Outside the ledger: what is under way, who was heard of, and answers to repeat.
CREATE TABLE pending (
  ticket ${TEXT} PRIMARY KEY,
  plan ${TEXT} NOT NULL,
  body ${TEXT} NOT NULL,
  marker ${TEXT} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX pending_marker ON pending (marker);
-- What a tracker elsewhere calls a ticket, and what it was last seen to say.
CREATE TABLE remote (ticket ${TEXT} PRIMARY KEY, body ${TEXT} NOT NULL);
-- When an agent last called, whatever it called.
CREATE TABLE presence (
  connection ${TEXT} NOT NULL,
  agent ${TEXT} NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (connection, agent)
);
-- Keys to this board, as digests: each says who its bearer is.
CREATE TABLE token (
  id ${TEXT} PRIMARY KEY,
  name ${TEXT} NOT NULL,
  role ${TEXT} NOT NULL,
  commands ${TEXT},
  hash ${TEXT} NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT
);
-- Links that let a browser in, once.
CREATE TABLE invitation (
  hash ${TEXT} PRIMARY KEY,
  token ${TEXT} NOT NULL,
  name ${TEXT} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE TABLE request (
  tool ${TEXT} NOT NULL,
  subject ${TEXT} NOT NULL,
  id ${TEXT} NOT NULL,
  arguments ${TEXT} NOT NULL,
  answer ${TEXT} NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (tool, subject, id)
);
-- Plans that were sent, got no answer, and were not found when they were looked up. They must not be carried out later.
CREATE TABLE abandoned (plan ${TEXT} PRIMARY KEY, at BIGINT NOT NULL);
`;

const GUARDS_SQL = `
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_is_final BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_is_kept BEFORE TRUNCATE ON ledger EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_text_is_kept BEFORE DELETE ON ledger_text
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_text_is_kept_whole BEFORE TRUNCATE ON ledger_text EXECUTE FUNCTION ledger_is_append_only();
-- Blanking is the one change that free text may see.
CREATE TRIGGER ledger_text_is_final BEFORE UPDATE ON ledger_text FOR EACH ROW
  WHEN (NEW.seq <> OLD.seq OR NEW.name <> OLD.name OR NEW.content IS NOT NULL OR NEW.salt IS NOT NULL)
  EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER head_is_kept BEFORE DELETE ON head FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER head_is_kept_whole BEFORE TRUNCATE ON head EXECUTE FUNCTION ledger_is_append_only();
`;

const COUNTERS_SQL = `
CREATE FUNCTION count_blocker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE ticket SET open_blockers = open_blockers + 1
    WHERE key = NEW.ticket AND EXISTS (SELECT FROM ticket b WHERE b.key = NEW.blocked_by AND b.closed = 0);
  ELSE
    UPDATE ticket SET open_blockers = open_blockers - 1
    WHERE key = OLD.ticket AND EXISTS (SELECT FROM ticket b WHERE b.key = OLD.blocked_by AND b.closed = 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER blocker_counted AFTER INSERT OR DELETE ON blocker FOR EACH ROW EXECUTE FUNCTION count_blocker();

CREATE FUNCTION count_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket SET open_blockers = open_blockers + (CASE WHEN NEW.closed = 1 THEN -1 ELSE 1 END)
  WHERE key IN (SELECT b.ticket FROM blocker b WHERE b.blocked_by = NEW.key);
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_closed AFTER UPDATE OF closed ON ticket FOR EACH ROW
  WHEN (NEW.closed <> OLD.closed) EXECUTE FUNCTION count_closed();

CREATE FUNCTION count_child() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE ticket SET children = children - 1 WHERE key = OLD.parent;
  END IF;
  UPDATE ticket SET children = children + 1 WHERE key = NEW.parent;
  RETURN NULL;
END $$;
CREATE TRIGGER child_added AFTER INSERT ON ticket FOR EACH ROW
  WHEN (NEW.parent IS NOT NULL) EXECUTE FUNCTION count_child();
CREATE TRIGGER child_moved AFTER UPDATE OF parent ON ticket FOR EACH ROW
  WHEN (NEW.parent IS DISTINCT FROM OLD.parent) EXECUTE FUNCTION count_child();
`;

const VIEWS_SQL = `
CREATE FUNCTION board_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE FUNCTION board_time(ms bigint) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char(to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

CREATE VIEW ralph_sessions AS
SELECT
  s.id AS id,
  s.ticket AS ticket_id,
  s.outcome AS outcome,
  s.state AS current_state,
  (
    SELECT COALESCE(json_agg(h.entry ORDER BY h.seq), '[]')
    FROM (
      SELECT l.seq, CASE
        WHEN l.kind = 'create' THEN json_build_object(
          'state', d.to_state, 'timestamp', board_time(l.at), 'metadata', d.metadata, 'action', 'session_created'
        )
        ELSE json_build_object('state', d.to_state, 'timestamp', board_time(l.at), 'metadata', d.metadata)
      END AS entry
      FROM ledger l
      CROSS JOIN LATERAL (
        SELECT
          l.payload::json -> 'data' -> 'to' AS to_state,
          COALESCE(
            (SELECT t.content FROM ledger_text t WHERE t.seq = l.seq AND t.name = 'metadata'), '{}'
          )::json AS metadata
      ) d
      WHERE l.subject_type = 'session' AND l.subject_key = s.id AND l.kind IN ('create', 'move', 'stay')
    ) h
  ) AS state_history,
  board_time(s.started_at) AS started_at,
  board_time(s.completed_at) AS completed_at
FROM session s;
`;

const WRITES_SQL = `
CREATE FUNCTION board_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_key jsonb := change -> 'key';
  the_set jsonb := change -> 'set';
BEGIN
  CASE change ->> 'table'${CHANGES.join("")}
  END CASE;
END $$;

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

export const SQL = [TABLES_SQL, GUARDS_SQL, COUNTERS_SQL, VIEWS_SQL, WRITES_SQL].join("\n");
