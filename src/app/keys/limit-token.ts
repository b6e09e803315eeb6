// A token may do less from now on: an agent's acts as fewer commands, a witness's gives fewer facts. It never may do more:
// whoever has it could have been given less on purpose, and a new token is made in a moment.

import { commandOf } from "../../engine/workflow/compile.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, quote } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { settle } from "../commit/settle.ts";
import type { TokenView } from "../pages/people-views.ts";
import type { FoundToken } from "../ports/keys.ts";
import { checkFacts } from "./fact-list.ts";
import { isLive, noSuchToken, refuseAgent, viewToken } from "./tokens.ts";

export interface LimitInput {
  readonly id: string;
  /** The commands that an agent may still act as, or the facts that a witness may still give. */
  readonly to: readonly string[];
}

export async function limitToken(app: App, caller: Caller, { id, to }: LimitInput): Promise<TokenView | Refusal> {
  const refusal = refuseAgent(caller);
  if (refusal) return refusal;
  const [now, all] = await Promise.all([app.board.now(), app.board.keys.tokens()]);
  const token = all.find((one) => one.id === id && isLive(one, now));
  if (!token) return noSuchToken(id, all);
  const unfit = refuseLimit(app, token, to);
  if (unfit) return unfit;
  const limits = token.role === "agent" ? { commands: to, facts: null } : { commands: null, facts: to };
  // The token first: a row that says it is limited must not be wrong for a moment.
  if (!(await app.board.keys.limitToken(id, limits))) return noSuchToken(id, all);
  const { name, role } = token;
  const data = { token: id, name, role, limited: [...to] };
  const entry = { kind: "edit", subject: { type: "board", key: "tokens" }, by: authorOf(caller), data } as const;
  const plan = { id: app.newId(), checks: [], entries: [entry] };
  await settle(app.board, () => Promise.resolve({ plan, answer: () => null }));
  return viewToken({ ...token, ...limits }, now);
}

function refuseLimit(app: App, token: FoundToken, to: readonly string[]): Refusal | null {
  const { role, name } = token;
  if (role !== "agent" && role !== "witness") {
    return refuse(
      "invalid_commands",
      `A token of role ${role} has nothing that could be limited.`,
      "revoke it, and make one of another role.",
    );
  }
  if (role === "witness") {
    const facts = checkFacts(to);
    if (isRefusal(facts)) return facts;
    return refuseMore("invalid_facts", name, to, token.facts ?? []);
  }
  if (to.length === 0) {
    return refuse("invalid_commands", "An agent without a command could do nothing.", "name one, or revoke the token.");
  }
  const known = [...app.machine.commands.keys()];
  const unknown = to.find((word) => !commandOf(app.machine, word));
  if (unknown !== undefined) {
    return refuse(
      "unknown_command",
      `The workflow has no command ${quote(unknown)}.`,
      `retry with ${nearest(unknown, known) ?? `some of ${listed(known)}`}.`,
    );
  }
  return token.commands === null ? null : refuseMore("invalid_commands", name, to, token.commands);
}

function refuseMore(
  code: "invalid_commands" | "invalid_facts",
  name: string,
  to: readonly string[],
  now: readonly string[],
): Refusal | null {
  const more = to.filter((word) => !now.includes(word));
  if (more.length === 0) return null;
  return refuse(
    code,
    `${quote(name)} may not ${listed(more, "and")} now, and a limit is never loosened.`,
    `retry with some of ${listed(now)}, or make a new token.`,
  );
}
