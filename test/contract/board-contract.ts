// What every board has to do, whatever it is kept in: one suite, run by each of them. A board that can't do a thing names
// the test and the reason.

import { describe, expect, it } from "vitest";
import { adopting } from "./adopting.ts";
import { starting, takingUp } from "./starting.ts";
import { advancing } from "./advancing.ts";
import { agents } from "./agents.ts";
import { attesting } from "./attesting.ts";
import { belonging } from "./belonging.ts";
import { claims } from "./claims.ts";
import { commenting, creating, editing } from "./tickets.ts";
import { evidence } from "./evidence.ts";
import { families } from "./families.ts";
import { groups } from "./groups.ts";
import { handoffs, people } from "./handoffs.ts";
import { keys } from "./keys.ts";
import { leases } from "./leases.ts";
import { ledger } from "./ledger.ts";
import { linking } from "./links.ts";
import { listing } from "./listing.ts";
import { lookingBack } from "./looking-back.ts";
import { mapping } from "./mapping.ts";
import { measuringWork } from "./measuring-work.ts";
import { measuring } from "./measuring.ts";
import { pages } from "./pages.ts";
import { picking } from "./picking.ts";
import { accepting, handingIn, reading, roomy } from "./proof.ts";
import { sharing } from "./sharing.ts";
import { races } from "./races.ts";
import { requests } from "./requests.ts";
import { runEdges } from "./run-edges.ts";
import { runTickets } from "./run-tickets.ts";
import { runs } from "./runs.ts";
import { secrets } from "./secrets.ts";
import { sessionEdges } from "./session-edges.ts";
import { sessionEndings } from "./session-endings.ts";
import { sessions } from "./sessions.ts";
import { texts } from "./texts.ts";
import { undoing } from "./undoing.ts";
import { childrenWait, guardsHold, limitsBind } from "./ways-round.ts";
import { decidesTheSameAgain } from "../support/decisions.ts";
import type { Test, World } from "../support/worlds/world.ts";

export interface BoardContract {
  readonly name: string;
  /** A fresh, empty world. */
  readonly make: () => Promise<World>;
  readonly skip?: readonly { readonly test: string; readonly reason: string }[];
  /** Absent: all of it. */
  readonly themes?: readonly string[];
}

const THEMES: Readonly<Record<string, (test: Test) => void>> = {
  "creating a ticket": creating,
  "editing a ticket": editing,
  "commenting on a ticket": commenting,
  "linking tickets": linking,
  "handing a ticket off": handoffs,
  "what people may do": people,
  "undoing a move": undoing,
  "the same request twice": requests,
  claims,
  leases,
  "a claim's token": secrets,
  "what belongs to whom": belonging,
  "picking work": picking,
  "picking from families": families,
  "facts about commits": evidence,
  "what people and CI jobs attest": attesting,
  "handing work in with proof": handingIn,
  "accepting work with proof": accepting,
  "sharing work between tickets": sharing,
  "a state with so much room": roomy,
  "reading a ticket with proof": reading,
  "groups of tickets": groups,
  "advancing children": advancing,
  "adopting a workflow": adopting,
  "adopting with a map": mapping,
  "a process that starts": starting,
  "a process that runs": takingUp,
  "the ledger": ledger,
  "looking back in the ledger": lookingBack,
  "lists of tickets": listing,
  "what people look at": pages,
  "what each agent does": agents,
  "keys to the board": keys,
  "measures from the ledger": measuring,
  "measures of what agents do": measuringWork,
  sessions,
  "sessions at their edges": sessionEdges,
  "sessions that end with their ticket": sessionEndings,
  texts,
  "runs of skills": runs,
  "runs at their edges": runEdges,
  "items that are tickets": runTickets,
  races,
  "a guard": guardsHold,
  "a child that was hung on later": childrenWait,
  "a limit, a claim or a gate": limitsBind,
};

export function boardContract({ name, make, skip = [], themes = Object.keys(THEMES) }: BoardContract): void {
  const skipped = new Map(skip.map(({ test, reason }) => [test, reason]));
  const titles = new Set<string>();
  const test: Test = (title, body) => {
    if (titles.has(title)) throw new Error(`two tests of the contract are called "${title}"`);
    titles.add(title);
    const reason = skipped.get(title);
    if (reason !== undefined) {
      it.skip(`${title} (${reason})`, () => {});
      return;
    }
    it(title, async () => {
      const world = await make();
      try {
        await body(world);
        await decidesTheSameAgain(world);
      } finally {
        await world.close();
      }
    });
  };
  describe(`a board on ${name}`, () => {
    for (const [theme, tests] of Object.entries(THEMES)) {
      if (themes.includes(theme)) describe(theme, () => tests(test));
    }
    it("leaves out no test that does not exist", () => {
      expect([...skipped.keys()].filter((title) => !titles.has(title))).toEqual([]);
    });
  });
}
