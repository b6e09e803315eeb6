// The table of docs/evidence.md: what git answered to every way of landing. test/git/landing.test.ts asks it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import rows from "../docs/landing.json" with { type: "json" };

const HEADS = ["what happened", "ancestor", "every commit", "whole branch", "merge is a no-op", "`landed`"];

/** The page is written by hand but for the table between its marks. */
export function renderEvidencePage(): string {
  const text = readFileSync(join(import.meta.dirname, "../docs/evidence.md"), "utf8");
  const lines = [
    HEADS,
    HEADS.map(() => "---"),
    ...rows.map((row) => [row.case, row.ancestor, row.cherry, row.patch, row.noOp, `\`${row.landed}\``]),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  return text.replace(
    /(<!-- landing -->\n)[^]*(<!-- \/landing -->)/,
    (_, open: string, close: string) => `${open}\n${lines.join("\n")}\n\n${close}`,
  );
}
