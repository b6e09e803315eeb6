// signalbox witness trust | list | revoke: the CI jobs whose word counts without a secret.

import { Command } from "commander";
import { retractAllOf } from "../../app/evidence/retract-fact.ts";
import { sourceOfJobs } from "../../app/keys/sources.ts";
import { listWitnesses, revokeWitness, trustWitness } from "../../app/keys/witnesses.ts";
import type { WitnessView } from "../../app/pages/people-views.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { readWords } from "../support/arguments.ts";
import { styled } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";
import { retractedWords, REVOKED, withRetracted } from "../support/retracted.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { renderTable, windowWidth, type Cell } from "../screens/table.ts";
import { showDay, showMinute } from "../screens/times.ts";

interface TrustOptions extends PersonOptions {
  readonly repositoryId: string;
  readonly workflow: string;
  readonly facts: readonly string[];
  readonly issuer?: string;
}

interface RevokeOptions extends PersonOptions {
  readonly facts?: boolean;
}

export function witnessCommand(): Command {
  const witness = new Command("witness").description(
    "CI jobs that give facts without a secret: trust them, or no longer",
  );

  personCommand(witness.command("trust"))
    .description("trust the jobs of one workflow file, by OpenID Connect")
    .requiredOption("--repository-id <number>", "the repository, by its number (gh api repos/OWNER/NAME --jq .id)")
    .requiredOption("--workflow <file>", "owner/repo/.github/workflows/proof.yml@refs/heads/main, a reusable workflow")
    .requiredOption("--facts <facts>", "the facts that its jobs may give, with commas between them", readWords)
    .option("--issuer <url>", "who signs its tokens (default: GitHub)")
    .action(trustOne);

  storeCommand(witness.command("list")).description("all that are trusted, or were").action(listAll);

  personCommand(witness.command("revoke"))
    .description("trust them no longer, at once")
    .argument("<id>", "its id")
    .option("--facts", "take back all the facts that its jobs have given, too")
    .action(revokeOne);

  return witness;
}

async function trustOne(options: TrustOptions): Promise<void> {
  const { repositoryId, workflow, facts, issuer } = options;
  const input = { repositoryId, workflow, facts, issuer };
  const answer = await withPerson({ ...options, make: true }, (app, caller) => trustWitness(app, caller(false), input));
  printAnswer(options, answer, (trusted) =>
    [
      `${describe(trusted)}: trusted with ${trusted.facts.join(", ")}.`,
      `Its jobs ask for a token with the audience ${trusted.audience}.`,
      styled(`signalbox witness revoke ${trusted.id} takes it back.`, "dim"),
    ].join("\n"),
  );
}

async function listAll(options: StoreOptions): Promise<void> {
  const witnesses = await withStored(options, listWitnesses);
  printAnswer(options, witnesses, (all) => {
    const [first] = all;
    if (!first) return styled("No witnesses.", "dim");
    const table = renderTable(COLUMNS, all.map(rowOf), windowWidth());
    return `${table}\n${styled(`audience ${first.audience}`, "dim")}`;
  });
}

async function revokeOne(id: string, options: RevokeOptions): Promise<void> {
  const answer = await withPerson(options, async (app, caller) => {
    const revoked = await revokeWitness(app, caller(false), id);
    if (isRefusal(revoked) || !options.facts) return revoked;
    return withRetracted(revoked, await retractAllOf(app, caller(false), sourceOfJobs(revoked), REVOKED));
  });
  printAnswer(options, answer, (revoked) => `${describe(revoked)}: no longer trusted${retractedWords(revoked)}`);
}

const COLUMNS = [
  { title: "ID" },
  { title: "REPOSITORY" },
  { title: "WORKFLOW", least: 8 },
  { title: "FACTS", least: 8 },
  { title: "STATE" },
  { title: "MADE", drop: 2 },
  { title: "LAST USED", drop: 3 },
  { title: "FROM", drop: 4 },
  { title: "ISSUER", least: 8, drop: 1 },
];

function rowOf(witness: WitnessView): readonly Cell[] {
  const { id, repositoryId, workflow, facts, state, createdAt, seenAt, seenFrom, issuer } = witness;
  return [
    { text: id },
    { text: repositoryId },
    { text: workflow },
    { text: facts.join(", ") },
    { text: state, styles: state === "live" ? ["green"] : ["dim"] },
    { text: showDay(createdAt) },
    { text: seenAt === null ? "never" : showMinute(seenAt) },
    { text: seenFrom ?? "" },
    { text: issuer },
  ];
}

function describe({ id, workflow, repositoryId }: WitnessView): string {
  return `witness ${id}, ${workflow} of repository ${repositoryId}`;
}
