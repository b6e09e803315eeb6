// signalbox browser list | end: the browsers that people have signed in with.

import { Command } from "commander";
import { endBrowser, listBrowsers } from "../../app/keys/browsers.ts";
import type { BrowserView } from "../../app/pages/views.ts";
import { styled } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { renderTable, windowWidth, type Cell } from "../screens/table.ts";
import { showMinute } from "../screens/times.ts";

/** Whoever reads the store sees all of it. */
const EVERYBODY = { token: null };

export function browserCommand(): Command {
  const browser = new Command("browser").description("browsers that are signed in: list them and sign them out");

  storeCommand(browser.command("list")).description("all browsers that are signed in").action(listAll);

  personCommand(browser.command("end"))
    .description("sign a browser out, at once")
    .argument("<id>", "its id")
    .action(endOne);

  return browser;
}

async function listAll(options: StoreOptions): Promise<void> {
  const browsers = await withStored(options, (app) => listBrowsers(app, EVERYBODY));
  printAnswer(options, browsers, (all) =>
    all.length === 0 ? styled("No browser is signed in.", "dim") : renderTable(COLUMNS, all.map(rowOf), windowWidth()),
  );
}

async function endOne(id: string, options: PersonOptions): Promise<void> {
  const answer = await withPerson(options, (app, caller) => endBrowser(app, caller(false), EVERYBODY, id));
  printAnswer(options, answer, (ended) => `browser ${ended.id} of ${ended.name}: signed out`);
}

const COLUMNS = [
  { title: "ID" },
  { title: "NAME", least: 8 },
  { title: "ROLE" },
  { title: "SINCE", drop: 2 },
  { title: "LAST USED" },
  { title: "FROM", drop: 3 },
  { title: "BROWSER", least: 8, drop: 1 },
];

function rowOf({ id, name, role, startedAt, seenAt, seenFrom, program }: BrowserView): readonly Cell[] {
  return [
    { text: id },
    { text: name },
    { text: role },
    { text: showMinute(startedAt) },
    { text: showMinute(seenAt) },
    { text: seenFrom },
    { text: program },
  ];
}
