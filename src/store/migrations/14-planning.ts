// What a team plans by on a tracker elsewhere: the kind of an issue, its milestone and its iteration.

export const SQL = `
ALTER TABLE ticket ADD COLUMN issue_type TEXT;
ALTER TABLE ticket ADD COLUMN milestone TEXT;
ALTER TABLE ticket ADD COLUMN iteration TEXT;
`;
