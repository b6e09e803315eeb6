// The functions behind triggers and views. The triggers themselves are part of the schema, and stand in the migrations.

export const TIMES_SQL = `
CREATE OR REPLACE FUNCTION board_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE OR REPLACE FUNCTION board_time(ms bigint) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char(to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
`;

export const TRIGGERS_SQL = `
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE OR REPLACE FUNCTION count_blocker() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION count_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket SET open_blockers = open_blockers + (CASE WHEN NEW.closed = 1 THEN -1 ELSE 1 END)
  WHERE key IN (SELECT b.ticket FROM blocker b WHERE b.blocked_by = NEW.key);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_child() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE ticket SET children = children - 1 WHERE key = OLD.parent;
  END IF;
  UPDATE ticket SET children = children + 1 WHERE key = NEW.parent;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION end_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM claim_token c WHERE c.ticket = NEW.key;
  RETURN NULL;
END $$;

-- A ticket that was renamed takes along what stands beside it. What stood beside the new name is of nobody.
CREATE OR REPLACE FUNCTION take_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM remote r
    WHERE r.ticket = NEW.ticket AND EXISTS (SELECT FROM remote o WHERE o.ticket = NEW.former);
  UPDATE remote SET ticket = NEW.ticket WHERE ticket = NEW.former;
  UPDATE claim_token SET ticket = NEW.ticket WHERE ticket = NEW.former;
  DELETE FROM pull_request r
    WHERE r.ticket = NEW.ticket AND EXISTS (SELECT FROM pull_request o WHERE o.ticket = NEW.former);
  UPDATE pull_request SET ticket = NEW.ticket WHERE ticket = NEW.former;
  RETURN NULL;
END $$;
`;
