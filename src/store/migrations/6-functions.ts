// Changes no table. On PostgreSQL the functions come from postgres/functions from here on, and are made anew after the
// last step of every migration: a commit now says which board it means.

export const SQL = "";
