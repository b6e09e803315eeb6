import { boardContract } from "../contract/board-contract.ts";
import { makeGitHubWorld } from "./world.ts";

boardContract({ name: "GitHub", make: makeGitHubWorld });
