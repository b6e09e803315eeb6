// The facts that are known: of a ticket, of a commit, or the last ones on the board.

import { subjectOf, type Said } from "../../engine/evidence/fact.ts";
import { stamp, type Key } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { judge } from "../../engine/evidence/met.ts";
import type { App } from "../app.ts";
import { noSuchTicket } from "../commit/refused.ts";
import type { FactView } from "../pages/evidence-views.ts";
import type { KeptFact } from "../ports/evidence.ts";
import { checkDigests } from "./check-digest.ts";
import { refuseSubject } from "./record-fact.ts";

export interface FactFilter {
  readonly ticket?: Key | undefined;
  readonly commit?: string | undefined;
}

const MOST_LISTED = 100;

export async function listFacts(app: App, { ticket, commit }: FactFilter): Promise<readonly FactView[] | Refusal> {
  if (ticket !== undefined) return ofTicket(app, ticket);
  if (commit === undefined) return (await app.board.evidence.list(MOST_LISTED)).map((fact) => viewFact(app, fact));
  const unfit = refuseSubject(commit);
  if (unfit) return unfit;
  return (await app.board.evidence.facts(commit)).map((fact) => viewFact(app, fact));
}

async function ofTicket(app: App, key: Key): Promise<readonly FactView[] | Refusal> {
  const at = await app.board.evidence.commitOf(key);
  if (!at) return noSuchTicket(key);
  const facts = await app.board.evidence.facts(subjectOf(key, at.head));
  return facts.map((fact) => viewFact(app, fact));
}

export function viewFact(app: App, { subject, name, said }: KeptFact): FactView {
  const check = checkDigests(app.machine).get(name) ?? null;
  const { by, against, outdated } = judge(said, "reported", check);
  const strongest =
    by ?? against.toSorted((a, b) => b.at - a.at)[0] ?? said.find(({ verdict }) => verdict === "unknown");
  return {
    subject,
    name,
    verdict: strongest?.verdict ?? null,
    level: strongest?.level ?? null,
    contradicted: isContradicted(said),
    said: said.map((entry) => ({
      level: entry.level,
      source: entry.source,
      verdict: entry.verdict,
      at: stamp(entry.at),
      ...(entry.tests ? { tests: entry.tests } : {}),
      ...(entry.commits === undefined ? {} : { commits: entry.commits }),
      ...(entry.paths ? { files: entry.paths.length } : {}),
      ...(entry.fork === undefined ? {} : { fork: entry.fork }),
      ...(entry.url === undefined ? {} : { url: entry.url }),
      ...(outdated.includes(entry) ? { outdated: true as const } : {}),
    })),
  };
}

/** An agent said that it passes, and somebody who looked says otherwise. */
export function isContradicted(said: readonly Said[]): boolean {
  const reported = said.some(({ level, verdict }) => level === "reported" && verdict === "pass");
  return (
    reported && said.some(({ level, verdict }) => level !== "reported" && (verdict === "fail" || verdict === "empty"))
  );
}
