// Boards that do wrong, each in one way, for the checker to find out. The program itself has no such switch: what it reads,
// by which rules it decides or what it is told is changed on the way.

import type { App } from "../../src/app/app.ts";
import type { Tickets } from "../../src/app/ports/tickets.ts";
import type { Ledger } from "../../src/app/ports/ledger.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import type { Fault } from "./stage.ts";

function rules(edit: (workflow: Workflow) => Partial<Workflow>): Fault {
  return { app: (app) => ({ ...app, machine: compile({ ...app.machine.workflow, ...edit(app.machine.workflow) }) }) };
}

function tickets(wrap: (own: Tickets) => Partial<Tickets>): Fault {
  const app = ({ board, ...rest }: App): App => ({
    ...rest,
    board: { ...board, tickets: { ...board.tickets, ...wrap(board.tickets) } },
  });
  return { app };
}

function ledger(wrap: (own: Ledger) => Partial<Ledger>): Fault {
  const app = ({ board, ...rest }: App): App => ({
    ...rest,
    board: { ...board, ledger: { ...board.ledger, ...wrap(board.ledger) } },
  });
  return { app };
}

function without(name: string): Fault {
  return {
    args: (args) => {
      const { [name]: _, ...rest } = args;
      return rest;
    },
  };
}

/** To one tool every ticket seems to be alone. */
function unseenBy(tool: string): Fault {
  let called = "";
  const seen = tickets((own) => ({ group: async (key, scope) => (called === tool ? null : own.group(key, scope)) }));
  return {
    ...seen,
    caller: (caller, name) => {
      called = name;
      return caller;
    },
  };
}

/** What is wrong, and the word that a breach of it begins with. */
export const PLANTED: readonly (readonly [what: string, found: RegExp, Fault])[] = [
  [
    "an edge leads past research",
    /^allowed: invalid_transition/,
    rules(({ edges }) => ({
      edges: [...edges, { from: "Backlog", to: "In Progress" }, { from: "Backlog", to: "Plan in Progress" }],
    })),
  ],
  [
    "nobody looks at the guard",
    /^(allowed: not_converged|pick: .*converged|advance)/,
    rules(({ edges }) => ({ edges: edges.map(({ guards: _, ...edge }) => edge) })),
  ],
  [
    "agents lead tickets out of the gate",
    /^allowed: human_gate/,
    rules(({ humanGates }) => ({ humanGates: { ...humanGates, "Human Needed": "advise" } })),
  ],
  ["a command acts in states that it does not expect", /^allowed: unexpected_state/, rules(() => ({ inputs: "warn" }))],
  [
    "a command names states that it does not produce",
    /^allowed: invalid_output/,
    rules(({ commands = {} }) => ({
      commands: {
        ...commands,
        hero: {
          ...commands["hero"],
          outputs: ["In Review", "Human Needed", "Ready for Plan", "Research Needed", "Canceled"],
        } as never,
      },
    })),
  ],
  [
    "reject leads forward",
    /^allowed: reject_goes_back/,
    rules(({ pipeline = [] }) => ({
      pipeline: ["Ready for Plan", ...pipeline.filter((name) => name !== "Ready for Plan")],
    })),
  ],
  [
    "every command may relink",
    /^relink/,
    rules(({ commands = {} }) => ({
      commands: Object.fromEntries(
        Object.entries(commands).map(([name, command]) => [name, { ...command, relink: true }]),
      ),
    })),
  ],
  ["children follow that were hung on later", /^advance/, rules(() => ({ propagation: "any" }))],
  ["a parent counts as there since it last came there", /^advance/, ledger(() => ({ firstArrival: async () => null }))],
  [
    "a limit binds nobody",
    /^allowed: command_not_allowed/,
    {
      caller: ({ actor, ...rest }) => ({
        ...rest,
        actor: actor.kind === "agent" ? { kind: "agent", identity: actor.identity } : actor,
      }),
    },
  ],
  [
    "a limit does not bind those who let children follow",
    /^allowed: command_not_allowed/,
    {
      caller: (caller, tool) =>
        tool === "advance_children" && caller.actor.kind === "agent"
          ? { ...caller, actor: { kind: "agent", identity: caller.actor.identity } }
          : caller,
    },
  ],
  [
    "a group ends at its siblings",
    /^(allowed: not_converged|convergence|pick|advance)/,
    tickets((own) => ({
      group: async (key, scope) => nearOnly(await own.group(key, scope), key),
      forHandoff: async (key, wanted) => {
        const facts = await own.forHandoff(key, wanted);
        return facts.around ? { ...facts, around: nearOnly(facts.around, key) ?? facts.around } : facts;
      },
    })),
  ],
  [
    "a ticket with children is waited for no more",
    /^(allowed: not_converged|convergence|pick|advance)/,
    tickets((own) => ({
      forHandoff: async (key, wanted) => {
        const facts = await own.forHandoff(key, wanted);
        return facts.around
          ? {
              ...facts,
              around: {
                ...facts.around,
                tickets: new Map(
                  [...facts.around.tickets].filter(
                    ([one, ticket]) =>
                      one === key ||
                      ticket.parent === null ||
                      facts.around?.tickets.get(ticket.parent)?.parent === null,
                  ),
                ),
              },
            }
          : facts;
      },
    })),
  ],
  [
    "every claim seems to have run out",
    /^(allowed: claim_|claim)/,
    tickets((own) => ({
      forHandoff: async (key, wanted) => {
        const facts = await own.forHandoff(key, wanted);
        const claim = facts.ticket?.claim;
        return claim && facts.ticket
          ? { ...facts, ticket: { ...facts.ticket, claim: { ...claim, expiresAt: 0 } } }
          : facts;
      },
    })),
  ],
  [
    "a fence is given out twice",
    /^fence/,
    tickets((own) => ({
      forHandoff: async (key, wanted) => {
        const facts = await own.forHandoff(key, wanted);
        return facts.ticket && facts.ticket.fence > 0
          ? { ...facts, ticket: { ...facts.ticket, fence: facts.ticket.fence - 1 } }
          : facts;
      },
    })),
  ],
  ["a token that does not fit is overlooked", /^allowed: claim_lost/, without("claim")],
  ["nobody looks at from_state", /^allowed: state_changed/, without("from_state")],
  ["a dry run is carried out", /^writes/, without("dry_run")],
  ["a request that comes again is carried out again", /^request/, without("request_id")],
  [
    "a blocked ticket is picked",
    /^pick: .*blocked/,
    tickets((own) => ({
      pickable: async (wanted, limit) => {
        const { items } = await own.list({ state: wanted.state, open: true }, 50, null);
        const candidates = items.filter((ticket) => ticket.openBlockers > 0 && ticket.childCount === 0).slice(0, limit);
        return candidates.length > 0 ? { candidates, total: candidates.length } : own.pickable(wanted, limit);
      },
    })),
  ],
  [
    "a closed ticket is open again for agents",
    /^allowed: terminal_state/,
    rules(({ states, edges }) => ({
      states: { ...states, Done: { ...states["Done"], terminal: false } },
      edges: [
        ...edges,
        { from: "Done", to: "In Progress" },
        { from: "Done", to: "Ready for Plan" },
        { from: "Done", to: "Human Needed" },
      ],
    })),
  ],
  ["a late ticket is hidden behind one that is ready", /^guard/, unseenBy("update_ticket")],
];

function nearOnly<F extends NonNullable<Awaited<ReturnType<Tickets["group"]>>> | null>(facts: F, key: string): F {
  if (!facts) return facts;
  const own = facts.tickets.get(key);
  const near = [...facts.tickets].filter(
    ([one, { parent }]) => one === key || (parent !== null && parent === own?.parent),
  );
  return { ...facts, tickets: new Map(near) };
}
