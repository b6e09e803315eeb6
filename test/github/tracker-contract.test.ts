// The same contract as for a board of our own, with claims in a shared store, and with claims as git refs.

import { boardContract } from "../contract/board-contract.ts";
import { makeGitHubWorld } from "./world.ts";

const skip = [
  {
    test: "comes to an end on tickets that hang below each other",
    reason: "GitHub itself refuses a parent that is below its child",
  },
  {
    test: "writes nothing for what was only looked at, or asked about a ticket that is not there",
    reason: "a look at the board notes its time, outside the ledger",
  },
  {
    test: "takes a label whole, letter by letter",
    reason: "GitHub takes labels that differ only in case for the same",
  },
];

boardContract({ name: "GitHub", make: () => makeGitHubWorld(false), skip });
boardContract({ name: "GitHub with claims as refs", make: () => makeGitHubWorld(true), skip });
