// Facts about commits, and the commit that a ticket's work is in.

const tables = (text: string, int: string, options: string): string => `
ALTER TABLE ticket ADD COLUMN head ${text};
ALTER TABLE ticket ADD COLUMN fork ${text};
CREATE INDEX ticket_head ON ticket (head) WHERE head IS NOT NULL;

-- One row for each fact of each subject: its version stands for all that was said of it, and for nothing at all.
CREATE TABLE fact (
  key ${text} PRIMARY KEY,
  subject ${text} NOT NULL,
  name ${text} NOT NULL,
  said ${text} NOT NULL,
  version ${int} NOT NULL,
  updated_at ${int} NOT NULL
)${options};
CREATE INDEX fact_subject ON fact (subject, name);
`;

export const SQLITE = tables("TEXT", "INTEGER", " STRICT");

export const POSTGRES = tables(`TEXT COLLATE "C"`, "BIGINT", "");
