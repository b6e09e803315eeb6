// signalbox fact: what is known about commits, and taking it back.

import { Command, InvalidArgumentError } from "commander";
import { listFacts } from "../../app/evidence/list-facts.ts";
import type { FactView } from "../../app/pages/evidence-views.ts";
import { retractFact } from "../../app/evidence/retract-fact.ts";
import { oneLine, renderTable, windowWidth, type Column } from "../screens/table.ts";
import { readKey } from "../support/arguments.ts";
import { personCommand, printAnswer, withAuthor, type PersonOptions } from "../support/people.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";

export function factCommand(): Command {
  const list = storeCommand(new Command("list"))
    .description("what is known of a ticket's commit, or of the last ones on the board")
    .argument("[number]", "the ticket", readKey)
    .option("--commit <hash>", "of this commit")
    .action(runList);
  const retract = personCommand(new Command("retract"))
    .description("take back what was said; the ledger keeps both")
    .argument("<seq>", "the ledger row in which it was said", readNumber)
    .requiredOption("--reason <reason>", "why; it stays in the ledger")
    .action(runRetract);
  return new Command("fact").description("what is known about commits").addCommand(list).addCommand(retract);
}

async function runList(key: string | undefined, options: StoreOptions & { readonly commit?: string }): Promise<void> {
  const answer = await withStored(options, async (app) => {
    const facts = await listFacts(app, { ticket: key, commit: options.commit });
    return "code" in facts ? facts : { facts };
  });
  printAnswer(options, answer, ({ facts }) => (facts.length === 0 ? "Nothing is known yet." : describe(facts)));
}

const COLUMNS: readonly Column[] = [
  { title: "about" },
  { title: "fact" },
  { title: "verdict" },
  { title: "level" },
  { title: "source", least: 10 },
  { title: "tests", drop: 2 },
  { title: "when", drop: 1 },
];

function describe(facts: readonly FactView[]): string {
  const rows = facts.flatMap(({ subject, name, said }) =>
    said.map(({ verdict, level, source, tests, at, outdated }) => [
      subject.startsWith("#") ? subject : subject.slice(0, 7),
      name,
      outdated ? `${verdict} (of another check)` : verdict,
      level,
      oneLine(source),
      tests ? `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped` : "",
      at,
    ]),
  );
  const cells = rows.map((row) => row.map((text) => ({ text })));
  return renderTable(COLUMNS, cells, windowWidth());
}

async function runRetract(seq: number, options: PersonOptions & { readonly reason: string }): Promise<void> {
  const answer = await withAuthor(options, (app, caller) => retractFact(app, caller, seq, options.reason));
  printAnswer(options, answer, ({ subject, name, source }) => `Taken back: ${name} of ${subject}, by ${source}.`);
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a row's number; `signalbox log` shows them.");
}
