// The same tables as 1-sqlite.ts; the write path stands beside, in 1-postgres-writes.ts. No schema is named: the
// connection's search_path says which board is meant.

import { WRITES_SQL } from "./1-postgres-writes.ts";

/** Compared byte by byte, as on SQLite, whatever the database's own collation is. */
const TEXT = `TEXT COLLATE "C"`;

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
-- In the order of lists, so that a page is read from where it begins.
CREATE UNIQUE INDEX ticket_number ON ticket (number, repo);
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

export const SQL = [TABLES_SQL, GUARDS_SQL, COUNTERS_SQL, VIEWS_SQL, WRITES_SQL].join("\n");
