// What a handoff asks of GitHub. It is counted on a GitHub of our own, which counts as the real one does.

import { handoff } from "../../src/app/tickets/handoff.ts";
import { ann } from "../../test/support/worlds/world.ts";
import { countRequests, GUARDED, LOCK } from "../../test/system/github/crowd.ts";
import { atMost, counted, exactly, type Finding } from "../finding.ts";
import type { Row } from "../row.ts";

const PLAIN = { key: "60", ...LOCK };

export const github: Row = {
  number: 11,
  name: "github",
  what: "requests to GitHub per handoff",
  baseline: null,
  measure: async () => {
    const findings: Finding[] = [];
    for (const warm of [false, true]) {
      const when = warm ? "warm" : "cold";
      const count = async (refLocks: boolean, move: typeof PLAIN) => {
        const { requests } = await countRequests({ refLocks, warm }, ({ app }) => handoff(app, ann, move));
        return counted("requests", requests);
      };
      findings.push(
        exactly(2, `handoff, ${when}`, await count(false, PLAIN)),
        exactly(4, `handoff with a ref lock, ${when}`, await count(true, PLAIN)),
        atMost(4, `handoff with a guard on a group of 50, ${when}`, await count(false, GUARDED)),
      );
    }
    return findings;
  },
};
