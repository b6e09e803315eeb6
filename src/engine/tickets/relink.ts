// Guards rest on links. Anybody may add one; taking one away or changing a parent is left to people, and to the commands
// that the workflow lets relink.

import { refOf, showKey, type Actor, type Key } from "../facts.ts";
import { argument, by, say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, quote } from "../words.ts";
import { hasReached } from "../groups/members.ts";
import { commandOf, type Machine } from "../workflow/compile.ts";

/** `word`: the command that an agent acts as. null: it is allowed. */
export function checkRelink(
  machine: Machine,
  ticket: { readonly key: Key; readonly state: string | null },
  actor: Actor,
  word: string | undefined,
): Refusal | null {
  if (actor.kind === "person") return null;
  const { key, state } = ticket;
  const command = commandOf(machine, word ?? "");
  const granted = !actor.commands || actor.commands.some((name) => commandOf(machine, name) === command);
  if (command?.relink && granted && state !== null && command.inputs.has(state)) return null;
  const relinkers = [...machine.commands.values()].filter((known) => known.relink);
  const ways = relinkers.map((relinker) => `${relinker.shown} (on a ticket in ${listed(relinker.inputs)})`);
  return refuse(
    "relink_not_allowed",
    `Removing a link or changing the parent of ${showKey(key)} is not open to ${command ? command.shown : "an agent without a command"} while it is in ${quote(state ?? "")}: guards rest on links.`,
    ways.length > 0
      ? say`retry as one of ${listed(ways)} with ${argument("command")} set, or ask a person.`
      : "ask a person: no command of this workflow may relink.",
    { ...refOf(key), state, commands: relinkers.map((relinker) => relinker.shown) },
  );
}

/** A ticket that is to be hung below another one, or that other one. */
export interface PlacedTicket {
  readonly key: Key;
  readonly state: string | null;
  readonly closed: boolean;
}

/**
 * Whether work would hide that the ticket above it is late: a ticket with an open child is no work, and what is below it
 * stands in its place. `below`: the work that is to be hung there.
 */
export function mayHide(machine: Machine, parent: PlacedTicket, below: readonly PlacedTicket[]): boolean {
  const open = below.filter(({ closed }) => !closed);
  if (parent.closed || open.length === 0) return false;
  const reached = ({ state }: PlacedTicket, target: string): boolean => hasReached(machine, state, target);
  return meetingPoints(machine).some((target) => !reached(parent, target) && open.every((one) => reached(one, target)));
}

/**
 * For a child that may hide its parent. `around`: the whole piece of the board around the parent; `cut`: there is more.
 * null: it is allowed.
 */
export function checkHiding(
  child: PlacedTicket,
  parent: PlacedTicket,
  around: readonly (PlacedTicket & { readonly parent: Key | null })[],
  cut: boolean,
): Refusal | null {
  const others = around.filter(({ key, closed }) => key !== parent.key && !closed);
  // What has an open child is no work already; and without others that are open, nobody waits for it.
  if (others.some((other) => other.parent === parent.key) || (others.length === 0 && !cut)) return null;
  const [below, above] = [showKey(child.key), showKey(parent.key)];
  return refuse(
    "relink_not_allowed",
    `${below} can't be hung below ${above} by an agent: it would stand in the place of ${above}, which its group waits for, and guards rest on links.`,
    say`leave this link out and retry with the rest; to split ${above}, make its parts ${by({ type: "create_ticket" })}, below it. Or ask a person.`,
    { ...refOf(child.key), parent: refOf(parent.key) },
  );
}

/** The states that groups wait for each other in. */
function meetingPoints(machine: Machine): readonly string[] {
  return machine.workflow.edges.flatMap(({ guards = [] }) =>
    guards.flatMap((guard) => (guard.type === "group_convergence" && guard.policy !== "off" ? [guard.target] : [])),
  );
}

/** How a ticket's links will be, and which of them are new. */
export interface FamilyLinks {
  readonly parent: Key | null;
  readonly reparented: boolean;
  readonly children: readonly Key[];
  readonly blockedBy: readonly Key[];
  readonly added: readonly Key[];
  readonly blocks: readonly Key[];
}

/** A parent is done when its children are: blocked by one another, both would wait for ever. null: it is allowed. */
export function checkFamily(key: Key, links: FamilyLinks): Refusal | null {
  const { parent, children, added } = links;
  const child = added.find((blocker) => children.includes(blocker));
  if (child !== undefined) return blockedByFamily(key, child, "child");
  if (parent === null) return null;
  const blockers = links.reparented ? links.blockedBy : added;
  if (blockers.includes(parent)) return blockedByFamily(key, parent, "parent");
  return links.reparented && links.blocks.includes(parent) ? blockedByFamily(parent, key, "child") : null;
}

function blockedByFamily(key: Key, blocker: Key, relation: "parent" | "child"): Refusal {
  return refuse(
    "blocked_by_family",
    `${showKey(key)} can't be blocked by ${showKey(blocker)}, its own ${relation}: a parent waits for its children anyway, so that both would wait for ever.`,
    "leave this link out and retry with the rest. To put children in order, let them block each other.",
    { ...refOf(key), blocker: refOf(blocker), relation },
  );
}
