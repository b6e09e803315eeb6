// What would change in a file, as people are used to reading it: removed lines, added lines, and some around them.

import { structuredPatch } from "diff";
import { styled } from "../support/output.ts";

const AROUND = 3;

export function showDiff(path: string, before: string | null, after: string | null): string {
  const [old, next] = [withLineEnd(before), withLineEnd(after)];
  const { hunks } = structuredPatch(path, path, old, next, "", "", { context: AROUND, stripTrailingCr: true });
  return [
    styled(`--- ${before === null ? "(no file)" : path}`, "bold"),
    styled(`+++ ${after === null ? "(no file)" : path}`, "bold"),
    ...hunks.flatMap(({ oldStart, lines }) => [styled(`@@ line ${oldStart} @@`, "dim"), ...lines.map(showLine)]),
  ].join("\n");
}

function showLine(line: string): string {
  const shown = `${line.slice(0, 1)} ${line.slice(1)}`;
  if (line.startsWith("-")) return styled(shown, "red");
  return line.startsWith("+") ? styled(shown, "green") : shown;
}

/** A file whose last line has no end is no other file to people. */
function withLineEnd(text: string | null): string {
  return text === null || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}\n`;
}
