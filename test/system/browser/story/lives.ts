// What agents and people do with a ticket, one deed after another.

import type { App, Caller } from "../../../../src/app/app.ts";
import { addComment } from "../../../../src/app/tickets/comment.ts";
import { createSession } from "../../../../src/app/sessions/create-session.ts";
import { completeSession } from "../../../../src/app/sessions/complete-session.ts";
import { handoff, type HandoffInput } from "../../../../src/app/tickets/handoff.ts";
import { updateSessionState } from "../../../../src/app/sessions/update-session-state.ts";
import { isRefusal } from "../../../../src/engine/refusal.ts";
import { tell } from "../../../../src/engine/surfaces/tell.ts";
import { agent, MINUTE, person } from "../../../support/worlds/world.ts";
import { AGENTS, BACK, BUILT, FILES, PEOPLE, PLAN, QUESTION, RESEARCH, type Standing } from "./project.ts";
import type { Life, makeDice } from "./timetable.ts";

const HOUR = 60 * MINUTE;

export interface Scene {
  readonly app: App;
  readonly dice: ReturnType<typeof makeDice>;
  /** Agents who have nothing to do. */
  readonly free: string[];
  /** Hour of the day where the people are. */
  readonly hourAt: (wait: number) => number;
}

type Work = "research" | "plan" | "impl";

/** From intake to the end, as far as time allows. */
export async function* ticketLife(scene: Scene, key: string, begins: boolean): Life {
  const { dice } = scene;
  if (!begins) return;
  yield dice.between(5 * MINUTE, HOUR);
  const skips = dice.roll() < 0.3;
  const first = skips ? "Ready for Plan" : "Research Needed";
  await must(scene, agent("wren"), { key, command: "triage", toState: first, reason: "Clear, and small enough." });
  if (!skips) yield* workOn(scene, key, "research");
  for (;;) {
    yield* workOn(scene, key, "plan");
    yield untilOffice(scene, dice.between(20 * MINUTE, 7 * HOUR));
    const maria = personOf(scene);
    if (dice.roll() < 0.22) {
      const reason = BACK[Math.floor(dice.roll() * BACK.length)] ?? "";
      await must(scene, maria, { key, toState: "Ready for Plan", reason });
      continue;
    }
    await must(scene, maria, { key, toState: "In Progress", reason: "A good plan. Mind the batches." });
    break;
  }
  for (;;) {
    yield* workOn(scene, key, "impl");
    yield untilOffice(scene, dice.between(30 * MINUTE, 9 * HOUR));
    if (dice.roll() < 0.18) {
      await must(scene, personOf(scene), { key, toState: "In Progress", reason: "The slip prints the wrong shop." });
      continue;
    }
    await must(scene, personOf(scene), { key, toState: "Done", reason: "Accepted." });
    return;
  }
}

/** Begun a while ago, by somebody who does nothing else, and under way at the end; or left alone by them. */
export async function* currentLife(scene: Scene, key: string, stands: Standing): Life {
  const { app } = scene;
  const work = stands === "planned" ? "plan" : "research";
  const toState = stands.endsWith("plan") || work === "plan" ? "Ready for Plan" : "Research Needed";
  yield 5 * MINUTE;
  await must(scene, agent("wren"), { key, command: "triage", toState, reason: "Came in this morning." });
  if (stands.startsWith("to ")) return;
  yield stands === "left alone" ? MINUTE : 40 * MINUTE;
  const who = agent(stands === "researched" ? "avocet" : stands === "planned" ? "linnet" : "nuthatch");
  await must(scene, who, { key, command: work, intent: "lock", reason: "Mine." });
  const opened = await createSession(app, who, { ticket: key });
  if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
  const { sessionId } = opened;
  await updateSessionState(app, who, { sessionId, state: "analyzing" });
  yield 6 * MINUTE;
  await updateSessionState(app, who, { sessionId, state: "implementing", metadata: { files: FILES.slice(0, 2) } });
  if (stands === "left alone") return;
  yield 9 * MINUTE;
  await updateSessionState(app, who, { sessionId, state: "testing" });
}

/** One agent takes it, works on it, and hands it on; or asks. */
async function* workOn(scene: Scene, key: string, command: Work): Life {
  const { app, dice, free } = scene;
  for (;;) {
    yield dice.between(MINUTE, 20 * MINUTE);
    if (dice.roll() < 0.12) await overreach(scene, key);
    const name = free.shift();
    if (name === undefined) continue;
    const who = agent(name);
    const locked = await handoff(app, who, { key, command, intent: "lock", reason: `Taking it for ${command}.` });
    if (isRefusal(locked)) {
      free.push(name);
      yield dice.between(HOUR, 4 * HOUR);
      continue;
    }
    const claim = locked.claim?.token;
    yield* session(scene, key, who, command, claim);
    if (dice.roll() < 0.3) yield* mischief(scene, key, command, name);
    const asks = command === "plan" && dice.roll() < 0.12;
    const words = { research: RESEARCH, plan: PLAN, impl: BUILT }[command];
    const ended = await handoff(app, who, {
      key,
      command,
      intent: asks ? "escalate" : "complete",
      reason: asks ? QUESTION : words,
      claim,
    });
    free.push(name);
    if (isRefusal(ended)) continue;
    if (!asks) return;
    yield untilOffice(scene, dice.between(2 * HOUR, 10 * HOUR));
    await addComment(app, personOf(scene), { key, body: "Half to even: it is what the auditors expect." });
    await must(scene, personOf(scene), { key, toState: "Ready for Plan", reason: "Half to even." });
  }
}

const STEPS: Readonly<Record<Work, readonly string[]>> = {
  research: ["analyzing", "implementing", "testing", "committing"],
  plan: ["analyzing", "implementing", "testing", "committing"],
  impl: ["analyzing", "implementing", "testing", "implementing", "testing", "committing", "reviewing"],
};

async function* session(scene: Scene, key: string, who: Caller, command: Work, claim: string | undefined): Life {
  const { app, dice } = scene;
  const opened = await createSession(app, who, { ticket: key });
  if (isRefusal(opened)) return;
  const { sessionId } = opened;
  let metadata: Record<string, unknown> = {};
  for (const state of STEPS[command]) {
    if (state === "implementing") metadata = { files: FILES.slice(0, command === "impl" ? 4 : 1) };
    if (state === "testing" && command === "impl") {
      const failed = Math.floor(dice.roll() * 3);
      metadata = { ...metadata, testResults: { passed: 38 + Math.floor(dice.roll() * 9), failed, skipped: 1 } };
    }
    await updateSessionState(app, who, { sessionId, state, metadata });
    for (let left = dice.between(3, command === "impl" ? 26 : 10); left > 0; left -= 8) {
      yield Math.min(left, 8) * MINUTE;
      await updateSessionState(app, who, { sessionId, state, metadata });
      await handoff(app, who, { key, command, intent: "lock", reason: "Still at it.", claim });
    }
  }
  const fails = dice.roll() < 0.06;
  const ended = await completeSession(app, who, {
    sessionId,
    outcome: fails ? "failure" : "success",
    ...(fails ? { error: "The test database did not come up." } : {}),
  });
  if (isRefusal(ended)) throw new Error(tell(ended, "mcp").error);
}

/** What the board is there to refuse. */
async function* mischief({ app, dice }: Scene, key: string, command: Work, holder: string): Life {
  const others = AGENTS.filter((name) => name !== holder);
  const other = agent(others[Math.floor(dice.roll() * others.length)] ?? "");
  if (dice.roll() < 0.5) await handoff(app, other, { key, command, intent: "lock", reason: "I could do that." });
  else await handoff(app, other, { key, command: "impl", intent: "complete", reason: "It is done, I think." });
  yield dice.between(MINUTE, 3 * MINUTE);
}

/** Nobody holds it, and somebody wants more than the graph allows. */
async function overreach({ app, dice }: Scene, key: string): Promise<void> {
  const who = agent(AGENTS[Math.floor(dice.roll() * AGENTS.length)] ?? "");
  const asked: readonly Omit<HandoffInput, "key">[] = [
    { command: "review", intent: "complete", reason: "Looks good to me." },
    { command: "plan", toState: "Done", reason: "Nothing to do here." },
    { command: "triage", toState: "Canceled", reason: "Nobody needs this." },
    { command: "hero", toState: "Human Neded", reason: "A question." },
    { command: "deploy", intent: "complete", reason: "It is live." },
  ];
  const one = asked[Math.floor(dice.roll() * asked.length)];
  if (one) await handoff(app, who, { key, ...one });
}

async function must({ app }: Scene, caller: Caller, input: HandoffInput): Promise<void> {
  const moved = await handoff(app, caller, input);
  if (isRefusal(moved)) throw new Error(`${input.key}: ${tell(moved, "mcp").error}`);
}

function personOf({ dice }: Scene): Caller {
  return person(PEOPLE[Math.floor(dice.roll() * PEOPLE.length)] ?? "Maria");
}

/** People are there from 8 to 18. */
function untilOffice({ hourAt }: Scene, wait: number): number {
  const hour = hourAt(wait);
  return hour >= 8 && hour < 18 ? wait : wait + ((24 + 8 - hour) % 24) * HOUR;
}
