// What happened to a session, in words: how it stands, why, and what comes next.

import type { SessionAnswer } from "../../../../src/http/contract.ts";
import { showDuration, showTime } from "../../lib/time.ts";
import { capitalise } from "../../lib/words.ts";

export interface Story {
  readonly kind: "live" | "waiting" | "silent" | "gone" | "left" | "failed" | "ended";
  /** How it stands, in two words. */
  readonly title: string;
  readonly small: string;
  /** How it came to that, and what comes next. */
  readonly sentences: readonly string[];
}

const GOOD = "success";
const TIMEOUT = "timeout";

export function storyOf(answer: SessionAnswer, now: number): Story {
  const { session } = answer;
  if (session.completedAt !== null) return session.outcome === null ? leftOpen(answer, now) : ended(answer, now);
  if (!session.owned) return waiting(answer, now);
  if (answer.disconnectedAt !== null) return gone(answer, answer.disconnectedAt, now);
  if (session.silent) return silent(answer, now);
  return {
    kind: "live",
    title: capitalise(session.state),
    small: `since ${at(session.since, now)}`,
    sentences: [...claimSentences(answer, now), ...closedSentence(answer)],
  };
}

function ended(answer: SessionAnswer, now: number): Story {
  const { session } = answer;
  const last = session.history.at(-1);
  const before = answer.lane.at(-2)?.state ?? null;
  const during = before === null ? "" : ` while ${before}`;
  const said = last?.person ? `${last.who} ended it as ${session.outcome ?? ""}` : null;
  const late = session.ended
    ? [`It had ended by itself: ${endWords(answer, now)}. How the work went was said later.`]
    : [];
  const why = said === null ? [] : [`${said} at ${at(last?.timestamp ?? "", now)}${because(last?.reason ?? null)}`];
  if (session.outcome === GOOD) {
    return { kind: "ended", title: capitalise(session.state), small: `said by ${last?.who ?? ""}`, sentences: late };
  }
  const timedOut = session.outcome === TIMEOUT;
  return {
    kind: "failed",
    title: timedOut ? "Timed out" : capitalise(session.state),
    small: timedOut ? `nobody was heard${during}` : `ended by an error${during}`,
    sentences: [...why, ...late],
  };
}

function leftOpen(answer: SessionAnswer, now: number): Story {
  const { agent, state } = answer.session;
  return {
    kind: "left",
    title: "Left open",
    small: answer.session.ended?.why === "claimed" ? "another agent claimed the ticket" : "its ticket was closed",
    sentences: [
      `${capitalise(endWords(answer, now))}, while the session was still at “${state}”. Signalbox ended it.`,
      `${agent} never said how the work went. It still can, once, with complete_ralph_session.`,
    ],
  };
}

function endWords({ session }: SessionAnswer, now: number): string {
  const { ended } = session;
  if (!ended) return "";
  if (ended.why === "claimed")
    return `${ended.claimedBy ?? "another agent"} claimed the ticket at ${at(ended.at, now)}`;
  return `the ticket was closed${ended.ticketState === null ? "" : ` (${ended.ticketState})`} at ${at(ended.at, now)}`;
}

function waiting(answer: SessionAnswer, now: number): Story {
  const { session } = answer;
  const [first] = session.history;
  const by = first?.action === undefined ? "A person" : first.who;
  const nobody = session.agent === "nobody yet";
  return {
    kind: "waiting",
    title: "Not taken up",
    small: nobody ? "for the first agent that comes" : `for ${session.agent}`,
    sentences: [
      `${by} opened it at ${at(session.startedAt, now)}. ${nobody ? "The first agent" : "The agent"} that opens a session on the ticket, or reports on this one, takes it up.`,
      ...closedSentence(answer),
    ],
  };
}

function silent(answer: SessionAnswer, now: number): Story {
  const { session } = answer;
  const ms = now - Date.parse(session.seenAt);
  return {
    kind: "silent",
    title: "Silent",
    small: `at “${session.state}”`,
    sentences: [
      `${session.agent} went silent ${showDuration(ms)} ago: no call since ${at(session.seenAt, now)}.`,
      endSentence(answer, now),
      ...claimSentences(answer, now),
      ...closedSentence(answer),
    ],
  };
}

function gone(answer: SessionAnswer, since: string, now: number): Story {
  return {
    kind: "gone",
    title: "Disconnected",
    small: `at “${answer.session.state}”`,
    sentences: [
      `The client of ${answer.session.agent} went away at ${at(since, now)}, and nothing was heard of it since.`,
      endSentence(answer, now),
      ...claimSentences(answer, now),
    ],
  };
}

function endSentence({ endsAt }: SessionAnswer, now: number): string {
  return endsAt === null
    ? "Nothing ends it by itself: its agent comes back, or a person ends it."
    : `It ends as ${TIMEOUT} at ${at(endsAt, now)}, unless its agent calls before.`;
}

function claimSentences({ claim, session }: SessionAnswer, now: number): readonly string[] {
  if (!claim) return [];
  const until = at(claim.expiresAt, now);
  const whose = claim.holder === session.agent ? "It holds" : `${claim.holder} holds`;
  return claim.expired
    ? [`The lease of ${claim.holder} on the ticket ran out at ${until}: another agent can claim it.`]
    : [`${whose} the ticket until ${until}.`];
}

function closedSentence({ ticket }: SessionAnswer): readonly string[] {
  return ticket?.closed ? ["Its ticket is closed."] : [];
}

function because(reason: string | null): string {
  return reason === null ? "." : `: “${reason}”`;
}

function at(iso: string, now: number): string {
  return iso === "" ? "" : showTime(iso, now);
}
