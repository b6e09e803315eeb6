// Search as the dashboard asks for it, on a board of 5,000 tickets with comments; and what somebody types into a form while
// agents move the ticket that it is about.

import { join } from "node:path";
import { freshBoard, startPostgres } from "../../test/support/postgres.ts";
import { appOn, openStore } from "../../test/support/processes/app.ts";
import { inFolder } from "../boards/bench-app.ts";
import { fillTexts, NEEDLES } from "../boards/fill-texts.ts";
import { atMost, counted, exactly, figure, type Finding, type Sample } from "../finding.ts";
import { writeWhileMoved } from "../http/keystrokes.ts";
import { startServer } from "../http/servers.ts";
import type { Row } from "../row.ts";

const SIZES = {
  full: { tickets: 5_000, rounds: 30, keys: 200 },
  quick: { tickets: 100, rounds: 1, keys: 12 },
} as const;

/** In the title, the text, a comment and a reason of one ticket each; in very many texts; in most reasons; two words; in none. */
const SEARCHES = [...Object.values(NEEDLES), "till", "queue", "seen log", "zebra"];
const PAGE = 50;

export const search: Row = {
  number: 20,
  name: "search",
  what: "search over 5,000 tickets with comments; a person's keystrokes while agents move the ticket",
  baseline: null,
  measure: async (size) => {
    const { tickets, rounds, keys } = SIZES[size];
    const onSqlite = await inFolder((folder) => onBoard({ database: join(folder, "board.db") }, tickets, rounds));
    const onPostgres = await onServer(tickets, rounds);
    const { lost, unmeant } = await writeWhileMoved(keys);
    return [
      found("SQLite", onSqlite),
      found("PostgreSQL", onPostgres),
      exactly(
        0,
        `keystrokes lost in ${keys} rounds of a choice, a letter, a move by an agent and Ctrl+Enter`,
        counted("", lost),
      ),
      exactly(0, "moves in these rounds that the person did not mean", counted("moves", unmeant)),
    ];
  },
};

async function onServer(tickets: number, rounds: number): Promise<readonly Sample[]> {
  const postgres = await startPostgres();
  try {
    return await onBoard({ database: postgres.url, board: freshBoard() }, tickets, rounds);
  } finally {
    await postgres.stop();
  }
}

async function onBoard(
  address: { readonly database: string; readonly board?: string },
  tickets: number,
  rounds: number,
): Promise<readonly Sample[]> {
  const board = await openStore(address);
  await fillTexts(appOn(board), tickets);
  await board.close();
  const env = address.board === undefined ? {} : { SIGNALBOX_BOARD: address.board };
  const server = await startServer(address.database, env);
  try {
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const words of SEARCHES) samples.push({ value: await searchFor(server.url, words) });
    }
    // The first ones meet nothing that is prepared.
    return samples.slice(rounds > 1 ? SEARCHES.length : 0);
  } finally {
    await server.stop();
  }
}

async function searchFor(url: string, words: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/api/tickets?limit=${PAGE}&q=${encodeURIComponent(words)}`);
  const { tickets } = (await answer.json()) as { readonly tickets: readonly unknown[] };
  const took = performance.now() - start;
  if (!answer.ok || (words === "zebra") !== (tickets.length === 0)) throw new Error(`a search for ${words} is wrong`);
  return took;
}

/** The slowest twentieth decides: a person who waits for one word does not care about the others. */
function found(where: string, samples: readonly Sample[]): Finding {
  const sorted = samples.map(({ value }) => value).toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const { median } = figure("ms", samples);
  return atMost(
    200,
    `95 % of searches on ${where}`,
    counted("ms", p95),
    `Words in a title, a text, a comment and a reason of one ticket, in most of all tickets, and in none; the median is ${median.toFixed(1)} ms.`,
  );
}
