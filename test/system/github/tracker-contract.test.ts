// The same contract as for a board of our own, with claims in the store alone, and with claims as git refs.

import { boardContract } from "../../contract/board-contract.ts";
import { NOT_ON_GITHUB as skip } from "./not-on-github.ts";
import { makeGitHubWorld } from "./world.ts";

boardContract({ name: "GitHub", make: () => makeGitHubWorld(false), skip });
boardContract({ name: "GitHub with claims as refs", make: () => makeGitHubWorld(true), skip });
