// Everything that waits for a person: states that are theirs, claims that ran out, sessions that fell silent, and
// evidence that does not fit. The oldest first, because nobody else will come for it.

import { stamp } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import { readCards } from "./cards.ts";
import { readProofNeeds, type ProofNeed } from "../evidence/proof-needs.ts";
import { toEventView } from "../ledger/events.ts";
import { lastWordIn } from "../ledger/last-word.ts";
import { isSilent } from "../sessions/session.ts";
import type { Card, LastWord, NeedView } from "./views.ts";

const MOST_SESSIONS = 1_000;

export async function viewNeeds(app: App): Promise<readonly NeedView[]> {
  const [now, sessions] = await Promise.all([app.board.now(), app.board.sessions.list({ open: true }, MOST_SESSIONS)]);
  const silent = sessions.filter((session) => isSilent(app.sessions, session, now));
  const seen = new Map(silent.map((session) => [session.id, stamp(session.seenAt)]));
  const human = [...app.machine.states.values()].filter((state) => state.human).map((state) => state.name);
  const proof = await readProofNeeds(app);
  const [waiting, others] = await Promise.all([
    readCards(app, { waitingIn: human }),
    readCards(app, { keys: [...silent.map((session) => session.ticket), ...proof.map(({ key }) => key)] }),
  ]);
  const cards = new Map([...others, ...waiting].map((card) => [card.key, card]));
  const needs = [...cards.values()].flatMap((card) => [
    // GitHub closes what was merged, wherever it stands: its evidence still has to be looked at.
    ...(card.closed ? [] : waitsFor(app, card, seen)),
    ...proof
      .filter(({ key }) => key === card.key)
      .map((need): Waiting => ({ ...toldOf(need), card, session: card.session })),
  ]);
  const words = await lastWords(
    app,
    needs.map(({ card }) => card.key),
  );
  return needs
    .map((need): NeedView => ({ ...need, lastWord: words.get(need.card.key) ?? null }))
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.card.number - b.card.number);
}

type Waiting = Omit<NeedView, "lastWord">;

function toldOf({ kind, since, what, drag }: ProofNeed): Pick<NeedView, "kind" | "since" | "what" | "from"> {
  if (!drag) return { kind, since, what };
  const { who, from, to } = toEventView(drag);
  const dragged = `${who} dragged it from ${from ?? "no state"} to ${to ?? "no state"} on GitHub.`;
  return { kind, since, what: `${dragged} ${what}`, from };
}

/** `seen`: when sessions were last heard of. */
function waitsFor(app: App, card: Card, seen: ReadonlyMap<string, string>): Waiting[] {
  const { claim, session } = card;
  const needs: Waiting[] = [];
  if (card.state !== null && app.machine.states.get(card.state)?.human) {
    needs.push({ kind: "state", since: card.enteredAt, card, session });
  }
  if (claim?.expired) needs.push({ kind: "stale_claim", since: claim.expiresAt, card, session: claim.session });
  if (session?.silent) {
    needs.push({ kind: "silent_session", since: seen.get(session.id) ?? session.since, card, session });
  }
  return needs;
}

async function lastWords(app: App, keys: readonly string[]): Promise<ReadonlyMap<string, LastWord>> {
  const rows = await app.board.ledger.arrivals(keys);
  return new Map(rows.map((row) => [row.subject.key, lastWordIn(row)]));
}
