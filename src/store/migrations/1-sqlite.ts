export const SQL = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE ticket (
  key TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  repo TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT,
  priority TEXT,
  estimate TEXT,
  labels TEXT NOT NULL,
  parent TEXT REFERENCES ticket (key) DEFERRABLE INITIALLY DEFERRED,
  parent_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  entered_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  claim_connection TEXT,
  claim_agent TEXT,
  claim_since INTEGER,
  claim_expires INTEGER,
  former_connection TEXT,
  former_agent TEXT,
  reserved_until INTEGER,
  -- 1: linked with a ticket of this board, or formerly on it; it counts as a blocker and is listed nowhere.
  off_board INTEGER,
  open_blockers INTEGER NOT NULL DEFAULT 0,
  children INTEGER NOT NULL DEFAULT 0
) STRICT;
-- In the order of lists, so that a page is read from where it begins.
CREATE UNIQUE INDEX ticket_number ON ticket (number, repo);
CREATE INDEX ticket_parent ON ticket (parent) WHERE parent IS NOT NULL;
CREATE INDEX ticket_state ON ticket (state, number, repo);
CREATE INDEX ticket_claimed ON ticket (claim_connection) WHERE claim_connection IS NOT NULL;
-- A board is drawn from these two, however many tickets were closed over the years.
CREATE INDEX ticket_open ON ticket (number, repo) WHERE closed = 0;
CREATE INDEX ticket_ended ON ticket (entered_at DESC, number DESC, repo) WHERE closed = 1;
-- Picking reads the first rows of this and nothing else, however many tickets are blocked; the last three columns let it
-- count without looking at the tickets.
CREATE INDEX ticket_pick ON ticket
  (state, COALESCE(priority, 'P9'), created_at, number, repo, estimate, claim_expires, reserved_until)
  WHERE open_blockers = 0 AND children = 0 AND closed = 0 AND off_board IS NULL;

CREATE TABLE blocker (
  ticket TEXT NOT NULL REFERENCES ticket (key),
  blocked_by TEXT NOT NULL REFERENCES ticket (key),
  since INTEGER NOT NULL,
  PRIMARY KEY (ticket, blocked_by)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocker_blocks ON blocker (blocked_by, ticket);

CREATE TABLE comment (
  id TEXT PRIMARY KEY,
  ticket TEXT NOT NULL REFERENCES ticket (key),
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX comment_ticket ON comment (ticket, created_at);

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  ticket TEXT NOT NULL,
  connection TEXT,
  agent TEXT,
  state TEXT NOT NULL,
  outcome TEXT,
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  entered_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  disconnected_at INTEGER,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX session_ticket ON session (ticket);
CREATE INDEX session_open ON session (connection, agent) WHERE completed_at IS NULL;

CREATE TABLE run (
  key TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  workflow TEXT NOT NULL,
  state TEXT NOT NULL,
  current_item INTEGER,
  current_batch INTEGER,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;

CREATE TABLE item (
  run TEXT NOT NULL REFERENCES run (key),
  number INTEGER NOT NULL,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  documented INTEGER NOT NULL,
  ticket TEXT,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE task (
  run TEXT NOT NULL REFERENCES run (key),
  id TEXT NOT NULL,
  depends_on TEXT NOT NULL,
  details TEXT NOT NULL,
  status TEXT NOT NULL,
  item INTEGER,
  position INTEGER NOT NULL,
  set_by TEXT,
  set_at INTEGER,
  PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE workflow (hash TEXT PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE force (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL REFERENCES workflow (hash),
  since INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject_type TEXT NOT NULL,
  subject_key TEXT NOT NULL,
  plan TEXT NOT NULL,
  payload TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_subject ON ledger (subject_type, subject_key, seq);
CREATE INDEX ledger_plan ON ledger (plan);

CREATE TABLE ledger_text (
  seq INTEGER NOT NULL REFERENCES ledger (seq),
  name TEXT NOT NULL,
  salt TEXT,
  content TEXT,
  PRIMARY KEY (seq, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL, at INTEGER NOT NULL) STRICT;

-- Outside the ledger: what is under way, who was heard of, and answers to repeat.
CREATE TABLE pending (
  ticket TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  body TEXT NOT NULL,
  marker TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_marker ON pending (marker);
-- What a tracker elsewhere calls a ticket, and what it was last seen to say.
CREATE TABLE remote (ticket TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- When an agent last called, whatever it called.
CREATE TABLE presence (
  connection TEXT NOT NULL,
  agent TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (connection, agent)
) STRICT, WITHOUT ROWID;
-- Keys to this board, as digests: each says who its bearer is.
CREATE TABLE token (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  commands TEXT,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
-- Links that let a browser in, once.
CREATE TABLE invitation (
  hash TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  name TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE request (
  tool TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  arguments TEXT NOT NULL,
  answer TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (tool, subject, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_is_final BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_is_kept BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_text_is_kept BEFORE DELETE ON ledger_text BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- Blanking is the one change that free text may see.
CREATE TRIGGER ledger_text_is_final BEFORE UPDATE ON ledger_text
  WHEN NEW.seq <> OLD.seq OR NEW.name <> OLD.name OR NEW.content IS NOT NULL OR NEW.salt IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER head_is_kept BEFORE DELETE ON head BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER blocker_added AFTER INSERT ON blocker
  WHEN (SELECT closed FROM ticket WHERE key = NEW.blocked_by) = 0
  BEGIN UPDATE ticket SET open_blockers = open_blockers + 1 WHERE key = NEW.ticket; END;
CREATE TRIGGER blocker_removed AFTER DELETE ON blocker
  WHEN (SELECT closed FROM ticket WHERE key = OLD.blocked_by) = 0
  BEGIN UPDATE ticket SET open_blockers = open_blockers - 1 WHERE key = OLD.ticket; END;
CREATE TRIGGER ticket_closed AFTER UPDATE OF closed ON ticket WHEN NEW.closed <> OLD.closed
  BEGIN
    UPDATE ticket SET open_blockers = open_blockers + (CASE WHEN NEW.closed = 1 THEN -1 ELSE 1 END)
    WHERE key IN (SELECT ticket FROM blocker WHERE blocked_by = NEW.key);
  END;
CREATE TRIGGER child_added AFTER INSERT ON ticket WHEN NEW.parent IS NOT NULL
  BEGIN UPDATE ticket SET children = children + 1 WHERE key = NEW.parent; END;
CREATE TRIGGER child_moved AFTER UPDATE OF parent ON ticket WHEN NEW.parent IS NOT OLD.parent
  BEGIN
    UPDATE ticket SET children = children - 1 WHERE key = OLD.parent;
    UPDATE ticket SET children = children + 1 WHERE key = NEW.parent;
  END;

CREATE VIEW ralph_sessions AS
SELECT
  s.id AS id,
  s.ticket AS ticket_id,
  s.outcome AS outcome,
  s.state AS current_state,
  (
    SELECT json_group_array(json(entry))
    FROM (
      SELECT
        l.seq AS seq,
        json_patch(
          json_object(
            'state', json_extract(l.payload, '$.data.to'),
            'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', l.at / 1000.0, 'unixepoch'),
            'metadata', json(COALESCE((SELECT t.content FROM ledger_text t WHERE t.seq = l.seq AND t.name = 'metadata'), '{}'))
          ),
          CASE WHEN l.kind = 'create' THEN '{"action":"session_created"}' ELSE '{}' END
        ) AS entry
      FROM ledger l
      WHERE l.subject_type = 'session' AND l.subject_key = s.id AND l.kind IN ('create', 'move', 'stay')
      ORDER BY l.seq
    )
  ) AS state_history,
  strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', s.completed_at / 1000.0, 'unixepoch') AS completed_at
FROM session s;

INSERT INTO head (one, seq, hash, at) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000', 0);
`;
