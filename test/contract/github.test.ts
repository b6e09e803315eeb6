// The same contract as for a board of our own, with claims in the store alone.

import { makeGitHubWorld } from "../support/github/world.ts";
import { boardContract } from "./board-contract.ts";
import { NOT_ON_GITHUB as skip } from "./not-on-github.ts";

boardContract({ name: "GitHub", make: () => makeGitHubWorld(false), skip });
