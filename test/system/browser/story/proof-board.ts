// A board that asks for evidence, with a ticket in each condition that a person can meet.

import { fileURLToPath } from "node:url";
import { recordFact } from "../../../../src/app/evidence/record-fact.ts";
import type { Key } from "../../../../src/engine/facts.ts";
import { openBoard } from "../../../../src/store/open.ts";
import {
  attested,
  building,
  checker,
  checkout,
  HEAD,
  inReview,
  landed,
  OLDER,
  proof,
  submit,
  tested,
} from "../../../support/worlds/proof.ts";
import { accepted, newTicket, put } from "../../../support/worlds/steps.ts";
import { ann, appOn, bob, type World } from "../../../support/worlds/world.ts";

export const PROOF_WORKFLOW = fileURLToPath(new URL("../../../../workflows/ticket-proof.json", import.meta.url));
/** The commit whose tests fail, whatever its agent says. */
export const FAILING = "8be1c02".padEnd(40, "0");
const MERGED = "5d0c7aa".padEnd(40, "0");
const NEWER = "c4e91b0".padEnd(40, "0");

export interface ProofBoard {
  /** Nothing is asked of it yet. */
  readonly plain: Key;
  /** Its next way takes a commit. */
  readonly asked: Key;
  /** Its agent reported a pass, and was refused. */
  readonly said: Key;
  readonly contradicted: Key;
  /** All that its next way asks for is there. */
  readonly met: Key;
  readonly codeless: Key;
  readonly merged: Key;
  /** It had landed at a commit before the one of today. */
  readonly older: Key;
  readonly taken: Key;
}

export async function fillProofBoard(database: string): Promise<ProofBoard> {
  const board = await openBoard({ database });
  const world: World = proof({
    board,
    app: appOn(board),
    advance: () => Promise.resolve(),
    dump: () => Promise.resolve(""),
    close: () => board.close(),
  });
  const plain = await newTicket(world, { title: "Keep scans when the network drops" });
  const asked = await building(world, ann, "Make order import idempotent");
  const said = await building(world, ann, "Preview price changes before import");
  await submit(world, ann, said, { evidence: { tests: "pass" } });
  const contradicted = await failing(world);
  const met = await inReview(world, bob, HEAD, "Replace the date library");
  const codeless = await newTicket(world, { title: "Drop the price feed?" });
  await attested(world, `#${codeless}`, "codeless");
  const merged = await inReview(having(world, MERGED), ann, MERGED, "Sign webhook payloads");
  await landed(world, MERGED);
  const older = await pushedAfterLanding(world);
  const taken = await building(world, ann, "Stock count per location");
  await world.close();
  return { plain, asked, said, contradicted, met, codeless, merged, older, taken };
}

/** Its agent says that the tests pass; they don't. */
async function failing(world: World): Promise<Key> {
  const key = await newTicket(world, { title: "Match supplier rows by GTIN", priority: "P0" });
  await put(world, key, "In Progress");
  await tested(world, FAILING);
  accepted(await submit(having(world, FAILING), ann, key, { commit: FAILING, evidence: { tests: "pass" } }));
  const tests = { passed: 86, failed: 2, skipped: 0 };
  accepted(await recordFact(world.app, checker, { subject: FAILING, name: "tests", verdict: "fail", tests }));
  return key;
}

async function pushedAfterLanding(world: World): Promise<Key> {
  const key = await inReview(world, ann, OLDER, "Cache store opening hours");
  await landed(world, OLDER);
  await put(world, key, "In Progress");
  await tested(world, NEWER, { tests: { passed: 122, failed: 0, skipped: 0 } });
  accepted(await submit(having(world, NEWER), ann, key, { commit: NEWER }));
  return key;
}

/** In a checkout with this commit. */
function having(world: World, commit: string): World {
  return { ...world, app: { ...world.app, git: checkout({ [commit]: ["src/gtin.ts"] }, commit) } };
}
