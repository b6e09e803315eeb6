// What would change in a file, as people are used to read it: the lines that go, the lines that come, and some around them.

import { styled } from "../support/output.ts";

const AROUND = 3;

export function showDiff(path: string, before: string | null, after: string | null): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  ) {
    end += 1;
  }
  const from = Math.max(0, start - AROUND);
  const head = [
    styled(`--- ${before === null ? "(no file)" : path}`, "bold"),
    styled(`+++ ${after === null ? "(no file)" : path}`, "bold"),
    styled(`@@ line ${from + 1} @@`, "dim"),
  ];
  return [
    ...head,
    ...old.slice(from, start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => styled(`- ${line}`, "red")),
    ...fresh.slice(start, fresh.length - end).map((line) => styled(`+ ${line}`, "green")),
    ...old.slice(old.length - end, old.length - end + AROUND).map((line) => `  ${line}`),
  ].join("\n");
}

function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
