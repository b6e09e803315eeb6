// A server with one tool, and a hand-written transaction behind it.

import { readFileSync } from "node:fs";
import { serveEcho } from "./echo.ts";
import { HandWritten, type Deed } from "../hand-written.ts";

const [answers = "", database = "", file = ""] = process.argv.slice(2);
const deeds = JSON.parse(readFileSync(file, "utf8")) as readonly Deed[];
const byHand = new HandWritten(database, "FULL");
serveEcho(answers, (name) => {
  const deed = deeds[Number(name)];
  if (deed) byHand.write(deed);
});
