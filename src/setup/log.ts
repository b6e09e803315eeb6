// Logs go to stderr as JSON lines: stdout may belong to a protocol.

import { stamp } from "../engine/facts.ts";
import { plainJson } from "../engine/words.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** A line of another level, like the notice of a sign-in, is for every log. */
export type Log = (line: Record<string, unknown>) => void;

export function makeLog(level: (typeof LEVELS)[number]): Log {
  const least = LEVELS.indexOf(level);
  return (line) => {
    const own = LEVELS.findIndex((known) => known === line["level"]);
    if (own >= 0 && own < least) return;
    process.stderr.write(`${plainJson({ at: stamp(Date.now()), ...line })}\n`);
  };
}
