// Every family of the benchmark.

import { attestedFamily } from "./families/attested.ts";
import { gitFamily } from "./families/git.ts";
import { observedFamily } from "./families/observed.ts";
import { otherFamily } from "./families/other.ts";
import { reportedFamily } from "./families/reported.ts";
import { witnessedFamily } from "./families/witnessed.ts";
import { playsOf, type Play } from "./forgery.ts";

export const ALL_PLAYS: readonly Play[] = [
  ...playsOf(reportedFamily),
  ...playsOf(otherFamily),
  ...playsOf(witnessedFamily),
  ...playsOf(gitFamily),
  ...playsOf(observedFamily),
  ...playsOf(attestedFamily),
];
