// signalbox verify: whether the ledger is the one that was written, and the board what it adds up to.

import { Command } from "commander";
import { readHead, showHead } from "../../store/ledger/head.ts";
import { verifyStore, type Verdict } from "../../store/ledger/verify.ts";
import { CliError, print, printJson, styled } from "../support/output.ts";
import { Progress } from "../screens/progress.ts";
import { storeCommand, withStore, type StoreOptions } from "../support/store.ts";

interface VerifyOptions extends StoreOptions {
  readonly expect?: string;
}

export function verifyCommand(): Command {
  return storeCommand(new Command("verify"))
    .description(
      "recompute the ledger's hash chain and replay it; exit 1 and the first bad row if it was tampered with",
    )
    .option("--expect <head>", "a head that was noted earlier, which must still be in the chain")
    .action(runVerify);
}

async function runVerify(options: VerifyOptions): Promise<void> {
  const expect = options.expect === undefined ? undefined : readHead(options.expect);
  if (expect === null) {
    throw new CliError(`"${options.expect}" is no head; it is written NUMBER:HASH, as verify and backup print it`, 2);
  }
  const progress = new Progress("verified", "rows");
  const { verdict, missing } = await withStore({ ...options, make: false }, async (driver) => ({
    missing: await driver.missing(),
    verdict: await verifyStore(driver, { onProgress: progress.show, ...(expect ? { expect } : {}) }),
  }));
  progress.end();
  if (options.json)
    printJson({ ...verdict, ok: verdict.ok && missing.length === 0, missing, head: showHead(verdict.head) });
  else print([describe(verdict), ...describeMissing(missing)].join("\n"));
  if (!verdict.ok || missing.length > 0) process.exitCode = 1;
}

const MOST_NAMED = 10;

/** A board without its indexes and triggers may add up, and still be slow or unguarded. */
function describeMissing(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const more = missing.length > MOST_NAMED ? [`and ${missing.length - MOST_NAMED} more`] : [];
  return [
    `${styled("Not whole", "red")}: the schema lacks, or has changed:`,
    ...[...missing.slice(0, MOST_NAMED), ...more].map((line) => `  ${line}`),
    "Restore it from a backup or an export; see docs/operations.md",
  ];
}

function describe(verdict: Verdict): string {
  const head = `head ${showHead(verdict.head)}`;
  if (!verdict.ok) {
    const { seq, what, detail } = verdict.problem;
    const where = seq === null ? "" : `, first at row ${seq}`;
    return `${styled("Tampered with", "red")}${where}: ${detail} ${styled(what, "dim")}\n${head}`;
  }
  const { rows, redactions } = verdict;
  const redacted = redactions === 0 ? "" : `, ${redactions} redacted ${redactions === 1 ? "text" : "texts"}`;
  return `${styled("Verified", "green")}: ${rows} ${rows === 1 ? "row" : "rows"}${redacted}\n${head}`;
}
