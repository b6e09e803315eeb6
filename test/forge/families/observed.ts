// Facts that GitHub seems to show. The forger is an agent with a login of its own on GitHub: it opens, closes and pushes
// pull requests, sets statuses, approves under the login that Signalbox uses too, and drags cards.

import {
  openProof,
  accept,
  finish,
  reviewed,
  type Asks,
  type InReview,
  type ProofSite,
} from "../../support/github/proof.ts";
import { passed } from "../../support/github/fake/pull-requests.ts";
import { TOKEN } from "../../support/github/world.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { readProofNeeds } from "../../../src/app/evidence/proof-needs.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { OLDER } from "../../support/worlds/proof.ts";
import { lastRow } from "../../support/worlds/steps.ts";
import { MINUTE } from "../../support/worlds/world.ts";
import type { Attack, Family, Outcome } from "../forgery.ts";

interface ObservedWorld {
  /** As whom Signalbox is known on GitHub; the forger has the same login. */
  readonly login: string;
  readonly opened: ProofSite[];
}

const FORGER = "octo";
/** Another app's, or somebody's own. */
const SPOOFED = { kind: "status", name: "test", by: FORGER, result: "SUCCESS" } as const;
const NEEDED = ["checks", "review", "landed"] as const;
type Needed = (typeof NEEDED)[number];

async function open({ login, opened }: ObservedWorld, asks: Asks = {}): Promise<ProofSite> {
  const place = await openProof(asks, login);
  opened.push(place);
  return place;
}

/** Everything is as it should be, but for what the forger does instead of `but`. */
function instead(
  name: string,
  does: string,
  but: readonly Needed[],
  forge: (place: ProofSite, ticket: InReview) => void,
  asks: Asks & { readonly open?: Parameters<typeof reviewed>[1] } = {},
): Attack<ObservedWorld> {
  return {
    name,
    does,
    attack: async (world) => {
      const place = await open(world, asks);
      const ticket = await reviewed(place, asks.open);
      const { pulls } = place.site.github;
      const honest = (what: Needed): boolean => !but.includes(what);
      if (honest("checks")) pulls.check(ticket.pull, passed("test"));
      if (honest("review")) pulls.review(ticket.pull, "maria");
      forge(place, ticket);
      if (honest("landed")) pulls.merge(ticket.pull, "maria");
      return outcome(place, ticket);
    },
  };
}

async function outcome(place: ProofSite, ticket: InReview): Promise<Outcome> {
  const answer = await accept(place, ticket);
  const why = isRefusal(answer) ? tell(answer, "cli").error.split("\n")[0] : `moved to ${answer.newState}`;
  return { landed: !isRefusal(answer), why: (why ?? "").slice(0, 160) };
}

const ATTACKS: readonly Attack<ObservedWorld>[] = [
  instead("open", "calls it done while its pull request is open", ["landed"], () => undefined),
  instead("closed-unmerged", "closes its pull request, and does not merge it", ["landed"], ({ site }, { pull }) =>
    site.github.pulls.close(pull),
  ),
  instead("wrong-base", "merges into a branch of its own", [], () => undefined, { open: { base: "7-feature" } }),
  {
    name: "foreign-PR",
    does: "links a pull request of another repository, which was merged there",
    attack: async (world) => {
      const place = await open(world);
      const ticket = await reviewed(place);
      const { github } = place.site;
      const { head } = ticket.pull;
      github.pulls.push(ticket.pull, OLDER);
      const elsewhere = github.addRepository("octo", "own");
      const foreign = github.pulls.open(ticket.issue, { head, repository: elsewhere });
      finish(place, { ...ticket, pull: foreign });
      return outcome(place, ticket);
    },
  },
  instead("pushed-after-review", "pushes another commit once it was approved", [], ({ site }, { pull }) =>
    site.github.pulls.push(pull, OLDER),
  ),
  instead("no-checks", "has no checks run at all", ["checks"], () => undefined),
  instead("only-skipped", "lets its checks be skipped", ["checks"], ({ site }, { pull }) =>
    site.github.pulls.check(pull, { ...passed("test"), result: "SKIPPED" }, { ...passed("lint"), result: "NEUTRAL" }),
  ),
  instead("spoofed-status", "sets a status that is called like the check", ["checks"], ({ site }, { pull }) =>
    site.github.pulls.check(pull, SPOOFED),
  ),
  instead(
    "spoofed-among-all",
    "sets a status of its own, where all checks count",
    ["checks"],
    ({ site }, { pull }) => site.github.pulls.check(pull, SPOOFED),
    { checks: null },
  ),
  instead("spoofed-app", "has another app report a check of that name", ["checks"], ({ site }, { pull }) =>
    site.github.pulls.check(pull, passed("test", "forgers-app")),
  ),
  instead("over-100-contexts", "hides a failure behind a hundred statuses", [], ({ site }, { pull }) => {
    const noise = Array.from({ length: 100 }, (_, index) => passed(`noise ${index}`));
    site.github.pulls.check(pull, ...noise, { ...passed("test"), result: "FAILURE" });
  }),
  instead("failed-and-passed", "has a failed check pass once more beside it", [], ({ site }, { pull }) =>
    site.github.pulls.check(pull, { ...passed("test"), result: "FAILURE" }),
  ),
  instead("stale-approval", "is approved at an older commit", ["review", "checks"], ({ site }, { pull }) => {
    const { head } = pull;
    site.github.pulls.push(pull, OLDER);
    site.github.pulls.review(pull, "maria");
    site.github.pulls.push(pull, head);
    site.github.pulls.check(pull, passed("test"));
  }),
  instead("own-login-approval", "approves under the login that Signalbox uses", ["review"], ({ site }, { pull }) =>
    site.github.pulls.review(pull, FORGER),
  ),
  instead(
    "author-approves",
    "approves its own pull request, as a person",
    ["review"],
    ({ site }, { pull }) => site.github.pulls.review(pull, "robin"),
    { open: { author: "robin" } },
  ),
  instead("bot-approves", "has an app approve it", ["review"], ({ site }, { pull }) =>
    site.github.pulls.review(pull, "github-actions"),
  ),
  instead("dismissed", "counts on an approval that was dismissed", [], ({ site }, { pull }) =>
    site.github.pulls.review(pull, "maria", "DISMISSED"),
  ),
  instead("changes-requested", "has one person approve what another sends back", [], ({ site }, { pull }) =>
    site.github.pulls.review(pull, "robin", "CHANGES_REQUESTED"),
  ),
  instead("forbidden-rollup", "waits for a token that may not read checks", [], ({ site }) =>
    site.github.addToken({ token: TOKEN, login: FORGER, lacks: ["checks"] }),
  ),
  {
    name: "dragged-by-gh",
    does: "moves the card on GitHub, past Signalbox",
    attack: async (world) => {
      const place = await open(world);
      const ticket = await reviewed(place);
      await place.world.advance(MINUTE);
      place.site.github.drag(ticket.issue, "Done", { by: FORGER });
      await place.world.advance(MINUTE);
      await place.machine.board.refresh();
      const { kind, data } = await lastRow(place.world, ticket.key);
      const needs = await readProofNeeds(place.world.app);
      const isSeen = needs.some(({ key, kind: need }) => key === ticket.key && need === "dragged_ungated");
      const landed = kind !== "override" || !isSeen;
      return {
        landed,
        why: `${kind}, ${JSON.stringify(data["warning"])}${isSeen ? ", and a person is asked to look" : ""}`,
      };
    },
  },
];

export const observedFamily: Family<ObservedWorld> = {
  family: "Observed",
  makeWorld: () => Promise.resolve({ login: FORGER, opened: [] }),
  endWorld: async ({ opened }) => {
    for (const { site } of opened) await site.close();
  },
  attacks: ATTACKS,
  controls: [
    instead("checked-approved-merged", "a pull request as it should be", [], () => undefined),
    instead(
      "all-checks",
      "where all checks count, one passed and one skipped",
      [],
      ({ site }, { pull }) => site.github.pulls.check(pull, { ...passed("docs"), result: "SKIPPED" }),
      { checks: null },
    ),
    instead("a-hundred-contexts", "a hundred checks, all passed", ["checks"], ({ site }, { pull }) => {
      const more = Array.from({ length: 99 }, (_, index) => passed(`part ${index}`));
      site.github.pulls.check(pull, passed("test"), ...more);
    }),
  ],
  planted: [
    {
      without: "the login of our own: Signalbox is known to GitHub under another one",
      weaken: (world) => ({ ...world, login: "maria" }),
      lands: ["own-login-approval"],
    },
  ],
};
