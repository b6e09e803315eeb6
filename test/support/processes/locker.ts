// Another program that keeps a SQLite file locked until it is told to let go.

import { DatabaseSync } from "node:sqlite";
import { say, setupOf, told } from "./child.ts";

const { file } = setupOf() as { readonly file: string };
const nextOrder = told<"let go">();
const db = new DatabaseSync(file);
db.exec("BEGIN EXCLUSIVE");
await say("locked");
await nextOrder();
db.exec("COMMIT");
db.close();
await say("free");
process.disconnect();
