// Pull requests elsewhere that belong to tickets, as they were last seen. They go along where a ticket is renamed.

const tables = (text: string, int: string, options: string): string => `
CREATE TABLE pull_request (
  ticket ${text} PRIMARY KEY,
  body ${text} NOT NULL,
  open ${int} NOT NULL,
  changed_at ${int} NOT NULL
)${options};
CREATE INDEX pull_request_changed ON pull_request (changed_at);
-- Which pull request is whose, as it was said.
CREATE INDEX fact_name ON fact (name, updated_at);
`;

const GO_ALONG = `
  DELETE FROM pull_request
    WHERE ticket = NEW.ticket AND EXISTS (SELECT 1 FROM pull_request r WHERE r.ticket = NEW.former);
  UPDATE pull_request SET ticket = NEW.ticket WHERE ticket = NEW.former;`;

export const SQLITE = `${tables("TEXT", "INTEGER", " STRICT, WITHOUT ROWID")}
CREATE TRIGGER renamed_pulls AFTER INSERT ON former_key BEGIN ${GO_ALONG} END;
CREATE TRIGGER renamed_pulls_again AFTER UPDATE ON former_key BEGIN ${GO_ALONG} END;
`;

/** What goes along stands in the function that is there already, in postgres/functions. */
export const POSTGRES = tables(`TEXT COLLATE "C"`, "BIGINT", "");
