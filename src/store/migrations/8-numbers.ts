// Changes no table: PostgreSQL's functions number new tickets from here on, and are made anew after a migration.

export const SQL = "";
