import type { App } from "../../../app/app.ts";
import { listCards } from "../../../app/pages/cards.ts";
import { readMirror } from "../../../app/pages/mirror.ts";
import type { Card, MirrorView } from "../../../app/pages/views.ts";
import { showKey, stamp } from "../../../engine/facts.ts";
import { stateLike } from "../../../engine/workflow/target-words.ts";
import { isRefusal, type Refusal } from "../../../engine/refusal.ts";
import { withLine } from "../../support/mirror-line.ts";
import { styled } from "../../support/output.ts";
import { printAnswer } from "../../support/people.ts";
import { withBoard } from "../../support/reading.ts";
import type { StoreOptions } from "../../support/store.ts";
import { showSpan } from "../../screens/plots.ts";
import { renderTable, windowWidth, type Cell, type Column } from "../../screens/table.ts";

interface ListOptions extends StoreOptions {
  readonly state?: string;
  readonly priority?: string;
  readonly label?: string;
  readonly type?: string;
  readonly milestone?: string;
  readonly iteration?: string;
  readonly parent?: string;
  readonly text?: string;
  readonly all?: boolean;
}

const PAGE = 500;

export async function listAll(options: ListOptions): Promise<void> {
  const answer = await withBoard(options, (app) => readAll(app, options));
  printAnswer(options, answer, (listed) => withLine(render(listed), listed));
}

function render({ tickets, now }: Listed): string {
  if (tickets.length === 0) return styled("No tickets.", "dim");
  const rows = tickets.map((card) => rowOf(card, now));
  return renderTable(COLUMNS, rows, windowWidth());
}

interface Listed {
  readonly mirror?: MirrorView;
  readonly now: string;
  readonly tickets: readonly Card[];
}

async function readAll(app: App, options: ListOptions): Promise<Listed | Refusal> {
  const { state, priority, label, text, parent, type, milestone, iteration } = options;
  const filter = {
    state: state === undefined ? undefined : stateLike(app.machine, state),
    priority,
    label,
    type,
    milestone,
    iteration,
    text,
    parent: parent === undefined ? undefined : Number(parent),
    // A state that was named says by itself whether it is one of closed tickets.
    open: options.all || state !== undefined ? undefined : true,
    limit: PAGE,
  };
  const tickets: Card[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listCards(app, { ...filter, cursor });
    if (isRefusal(page)) return page;
    tickets.push(...page.tickets);
    cursor = page.nextCursor;
  }
  return { now: stamp(await app.board.now()), tickets, ...(await readMirror(app.board, false)) };
}

const COLUMNS: readonly Column[] = [
  { title: "TICKET" },
  { title: "STATE", least: 8 },
  { title: "TITLE", least: 12 },
  { title: "PRIO", drop: 2 },
  { title: "SIZE", drop: 3 },
  { title: "HELD BY", least: 8, drop: 1 },
  { title: "AGE", right: true, drop: 4 },
];

function rowOf(card: Card, now: string): readonly Cell[] {
  const { claim, openBlockers } = card;
  const blocked = openBlockers.length === 0 ? "" : ` (waits for ${openBlockers.map(showKey).join(", ")})`;
  return [
    { text: showKey(card.key) },
    { text: card.state ?? "(none)", styles: card.closed ? ["dim"] : [] },
    { text: `${card.title}${blocked}` },
    { text: card.priority ?? "" },
    { text: card.estimate ?? "" },
    {
      text: claim ? `${claim.holder}${claim.expired ? " (expired)" : ""}` : "",
      styles: claim?.expired ? ["yellow"] : [],
    },
    { text: showSpan(Date.parse(now) - Date.parse(card.enteredAt)) },
  ];
}
