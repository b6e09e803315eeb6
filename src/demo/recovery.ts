// What a refusal's recovery says to call next, taken by the letter: an agent that follows it has to get on.

import * as z from "zod";

export interface Call {
  /** What it runs in its shell first: a command of this program. */
  readonly before?: readonly string[];
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export const refusal = z.looseObject({ code: z.string(), error: z.string(), recovery: z.string() });
export type Refused = z.output<typeof refusal>;

const guarded = z.looseObject({ guards: z.array(z.looseObject({ target: z.string().nullable() })) });

const REASON = "Said again, with the reason that was missing.";

/** A command, and then the same call again. */
const SHELL = /run `signalbox ([^`]+)` in a shell.*?, then retry the same call/;

/** A retry of its own, with what else has to change in the call. Other agents' work it leaves to them. */
const RETRY = /retry with .*?command="([^"]+)", (intent|to_state)="([^"]+)"([^.;]*)/;

/** null: it names nothing that could be called; nothing: it says that none is needed. */
export function nextCall(
  refused: Call,
  { recovery, ...fields }: Refused,
  at: { readonly otherWork: string; readonly ticket: number | null },
): Call | "nothing" | null {
  const { args } = refused;
  const number = args["number"];
  if (/nothing needs to be done/.test(recovery)) return "nothing";
  if (/retry the same call with reason/.test(recovery)) {
    return { tool: refused.tool, args: { ...args, reason: REASON } };
  }
  const [, shell] = SHELL.exec(recovery) ?? [];
  if (shell !== undefined) return { tool: refused.tool, args, before: shell.split(" ") };
  const target = guarded.safeParse(fields).data?.guards[0]?.target;
  if (/check_convergence/.test(recovery) && target != null) {
    return { tool: "check_convergence", args: { number, targetState: target } };
  }
  const [, command, how, word, changes = ""] = RETRY.exec(recovery) ?? [];
  if (command !== undefined && how !== undefined) {
    const without = (/, without ([a-z_, ]+)/.exec(changes)?.[1] ?? "").split(/, | and /);
    const dropped = new Set(["intent", "to_state", ...without]);
    const kept = Object.entries(args).filter(([name]) => !dropped.has(name));
    const reason = changes.includes("with reason set to") ? { reason: REASON } : {};
    return { tool: refused.tool, args: { ...Object.fromEntries(kept), ...reason, command, [how]: word } };
  }
  if (/pick_actionable_issue/.test(recovery)) {
    const [, state = at.otherWork] = /pick_actionable_issue \(workflowState="([^"]+)"\)/.exec(recovery) ?? [];
    return { tool: "pick_actionable_issue", args: { workflowState: state } };
  }
  if (/create_ralph_session/.test(recovery) && at.ticket !== null) {
    return { tool: "create_ralph_session", args: { ticket: at.ticket } };
  }
  return /list_tickets/.test(recovery) ? { tool: "list_tickets", args: { open: true } } : null;
}
