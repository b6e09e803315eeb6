// Who takes part: agents with and without limits, several on one connection, with names that last and names that don't;
// and two people.

import type { Caller } from "./checker/call.ts";

function agent(name: string, more: Partial<Caller> & { readonly agent?: string } = {}): Caller {
  const { agent: own = null, ...fields } = more;
  const who = { connection: fields.name ?? name, agent: own };
  return {
    name: own === null ? name : `${name}/${own}`,
    who,
    person: null,
    operator: false,
    commands: null,
    via: "stdio",
    stable: true,
    ...fields,
  };
}

const AGENTS: readonly Caller[] = [
  agent("amy"),
  agent("ben"),
  agent("desk", { agent: "uma" }),
  agent("desk", { agent: "vic" }),
  agent("rex", { commands: ["research", "ralph_plan"] }),
  agent("pam", { commands: ["plan"] }),
  agent("tess", { commands: ["ralph_impl", "review"], via: "http" }),
  agent("sol", { commands: ["split"], stable: false }),
  agent("zoe", { commands: [], stable: false }),
];

function person(name: string, operator: boolean, via = "cli"): Caller {
  return { name, who: null, person: name, operator, commands: null, via, stable: true };
}

const MARIA = person("Maria", false);
const OLGA = person("Olga", true);
/** As she acts on a board that is kept elsewhere. */
export const ELSEWHERE = person("Maria", false, "elsewhere");

export const SEATS: readonly Caller[] = [...AGENTS, MARIA, OLGA];
export const AGENT_COUNT = AGENTS.length;
