// signalbox verify: whether the ledger is the one that was written, and the board what it adds up to.

import { basename, resolve } from "node:path";
import { Command } from "commander";
import { judgeAnchors, type AnchorVerdict } from "../../app/ledger/judge-anchors.ts";
import { checkDecisions, type DecisionsReport, type LeftOut } from "../../app/replay/check-decisions.ts";
import { machinesOf } from "../../app/replay/machines.ts";
import { showKey } from "../../engine/facts.ts";
import { findAnchors } from "../../setup/anchors/find.ts";
import { usersKey, usersSigners } from "../../setup/anchors/users-git.ts";
import { alreadyIn, keepAnchor, readPlace, type AnchorPlace } from "../../setup/anchors/write.ts";
import { readSettings } from "../../setup/settings.ts";
import { shippedMachines } from "../../setup/workflow.ts";
import { storeBoard } from "../../store/board.ts";
import type { Driver } from "../../store/driver.ts";
import { storeKeys } from "../../store/keys.ts";
import { readHead, showHead, type NotedHead } from "../../store/ledger/head.ts";
import { GENESIS } from "../../store/ledger/prepare.ts";
import { verifyStore, type Verdict } from "../../store/ledger/verify.ts";
import { CliError, print, printJson, styled } from "../support/output.ts";
import { describeAnchors } from "../screens/anchors.ts";
import { Progress } from "../screens/progress.ts";
import { storeCommand, withStore, type StoreOptions } from "../support/store.ts";

interface VerifyOptions extends StoreOptions {
  readonly expect?: string;
  readonly decisions?: boolean;
  readonly anchor?: string;
  readonly sign?: string | true;
  /** Files; false: not even those in the repository. */
  readonly anchors?: readonly string[] | false;
  readonly signers?: string;
}

export function verifyCommand(): Command {
  return storeCommand(new Command("verify"))
    .description(
      "recompute the ledger's hash chain and replay it; exit 1 and the first bad row if it was tampered with",
    )
    .option("--expect <head>", "a head that was noted earlier, which must still be in the chain")
    .option("--decisions", "decide every verdict of the ledger again; exit 1 if one comes out otherwise")
    .option("--anchor <place>", "if all is well, write the head down: git-note or git-tag (on HEAD), or file:PATH")
    .option("--sign [key]", "sign the anchor with this SSH key (default: the one that git signs with)")
    .option("--anchors <files...>", "anchors in these files must hold too; those in git notes and tags always must")
    .option("--no-anchors", "look for no anchors")
    .option("--signers <file>", "who may sign anchors, as in git's allowed signers; one of theirs must be there")
    .action(runVerify);
}

async function runVerify(options: VerifyOptions): Promise<void> {
  const { expect, place, key, signers } = readOptions(options);
  const [folder, env] = [process.cwd(), process.env];
  const { anchors: named = [] } = options;
  // What is there already must hold before more is added to it.
  const files = named === false ? null : [...named, ...(place ? alreadyIn(place) : [])];
  const found = files === null ? [] : await findAnchors({ folder, files: [...new Set(files)], signers, env });
  const rows = new Set(found.map(({ anchor }) => anchor.row));
  const hashes = new Map([[0, GENESIS]]);
  const progress = new Progress("verified", "rows");
  const { verdict, missing, board, decisions } = await withStore({ ...options, make: false }, async (driver) => {
    const missing = await driver.missing();
    const verdict = await verifyStore(driver, {
      onProgress: progress.show,
      onRow: ({ seq, hash }) => void (rows.has(seq) && hashes.set(seq, hash)),
      ...(expect ? { expect } : {}),
    });
    progress.end();
    const board = await storeKeys(driver).boardId();
    // Of rows that were changed, no verdict says anything.
    return { missing, verdict, board, decisions: options.decisions && verdict.ok ? await decideAgain(driver) : null };
  });
  const { head } = verdict;
  const anchors = verdict.ok ? judgeAnchors(found, { board, head, hashes }, options.signers !== undefined) : null;
  const said = anchors?.problem ? { ok: false as const, head, problem: anchors.problem } : verdict;
  const ok = said.ok && missing.length === 0 && (decisions?.different ?? 0) === 0;
  const name = readSettings(env, folder).board ?? basename(folder);
  const anchor = { board, name, row: head.seq, hash: head.hash, time: new Date().toISOString() };
  const anchored = ok && place ? await keepAnchor({ anchor, place, key, folder, env }) : null;
  if (options.json) {
    const more = { anchors: anchors && summed(anchors), anchored, ...(decisions ? { decisions } : {}) };
    printJson({ ...said, ok, missing, board, head: showHead(head), ...more });
  } else {
    print(
      [
        describe(said),
        ...describeMissing(missing),
        ...(anchors ? describeAnchors(anchors) : []),
        ...(decisions ? describeDecisions(decisions) : []),
        ...(place ? [anchored === null ? "Nothing was anchored." : `Anchored in ${anchored}`] : []),
      ].join("\n"),
    );
  }
  if (!ok) process.exitCode = 1;
}

interface Read {
  readonly expect: NotedHead | undefined;
  readonly place: AnchorPlace | undefined;
  readonly key: string | null;
  readonly signers: string | null;
}

function readOptions({ expect: noted, anchor, sign, signers }: VerifyOptions): Read {
  const expect = noted === undefined ? undefined : readHead(noted);
  if (expect === null) {
    throw new CliError(`"${noted}" is no head; it is written NUMBER:HASH, as verify and backup print it`, 2);
  }
  const place = anchor === undefined ? undefined : readPlace(anchor);
  if (place === null) throw new CliError(`"${anchor}" is no place for an anchor: git-note, git-tag or file:PATH`, 2);
  if (sign !== undefined && !place) throw new CliError("--sign signs an anchor: say where with --anchor", 2);
  const key = sign === undefined ? null : sign === true ? usersKey(process.cwd()) : resolve(sign);
  if (sign === true && key === null) {
    throw new CliError("git signs with no SSH key here (gpg.format, user.signingkey): name one, --sign KEY", 2);
  }
  const allowed = signers === undefined ? usersSigners(process.cwd()) : resolve(signers);
  return { expect, place, key, signers: allowed };
}

function summed({ held, vouched, others, newest }: AnchorVerdict): object {
  return { held, vouched, others, newest };
}

async function decideAgain(driver: Driver): Promise<DecisionsReport> {
  const progress = new Progress("decided again", "rows");
  const board = storeBoard(driver);
  const report = await checkDecisions(board, machinesOf(board, shippedMachines()), { onProgress: progress.show });
  progress.end();
  return report;
}

const LEFT: Readonly<Record<LeftOut, string>> = {
  older: "of an earlier version, which kept no facts",
  elsewhere: "made on GitHub",
  other: "by rules that are not tried again: edits, links, undo, children, sessions, runs",
  rules: "by another version of the engine's rules",
  workflow: "by a workflow that is not known here",
  forgotten: "whose facts changed while they were written",
};

function describeDecisions({ decided, different, differences, left }: DecisionsReport): readonly string[] {
  const verdicts = `${decided} ${decided === 1 ? "verdict" : "verdicts"} decided again`;
  const named = differences.map(
    ({ seq, key, said, found }) => `  row ${seq}, ${showKey(key)}: the ledger says ${said}; it comes out as ${found}`,
  );
  const more = different - differences.length;
  return [
    different === 0
      ? `${styled("Decisions", "green")}: ${verdicts}, all the same`
      : `${styled("Decisions differ", "red")}: ${verdicts}, ${different} not the same`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(Object.keys(LEFT) as LeftOut[])
      .filter((name) => left[name] > 0)
      .map((name) => styled(`  ${left[name]} left out, ${LEFT[name]}`, "dim")),
  ];
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

type Said =
  | Verdict
  | { readonly ok: false; readonly head: Verdict["head"]; readonly problem: NonNullable<AnchorVerdict["problem"]> };

function describe(verdict: Said): string {
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
