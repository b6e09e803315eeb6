// kill -9 at every request, before GitHub has carried it out and after: the next process finishes what is there, calls off
// what is not, and one issue stays one ticket with one holder.

import { describe, expect, it } from "vitest";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import type { Fault } from "../../support/github/fake/faults.ts";
import { openWorkspace } from "./workspace.ts";

const LOCK = { command: "research", intent: "lock", reason: "to find out" };

/** GitHub has carried it out, or not; there is no answer, and nobody left to hear it. */
const MOMENTS: readonly { readonly when: string; readonly fault: Fault }[] = [
  { when: "after GitHub has carried it out", fault: { kind: "slow" } },
  { when: "before GitHub has carried it out", fault: { kind: "hang" } },
];

const SCENARIOS = [
  { name: "a handoff with its claim as a ref", requests: 4, transferred: false },
  { name: "a handoff on an issue that was transferred", requests: 6, transferred: true },
].flatMap(({ requests, ...rest }) =>
  Array.from({ length: requests }, (_, skip) => MOMENTS.map((moment) => ({ ...rest, skip, ...moment }))).flat(),
);

describe("a process that is killed", () => {
  it.each(SCENARIOS)("at request $skip of $name, $when", async ({ transferred, skip, fault }) => {
    const { github, add, connect, inStore } = await openWorkspace();
    const issue = add("First", "Research Needed");
    const locks = { SIGNALBOX_GITHUB_LOCKS: "on" };
    const client = await connect({ ...locks, SIGNALBOX_AGENT: "ann" });
    await client.ok("list_tickets", {});
    if (transferred) github.transferIssue(issue, github.repositoryCalled("acme", "api"));
    const before = github.requests.length;
    github.faults.plan(fault, { skip });
    const asked = client.call("handoff_ticket", { number: 1, ...LOCK }).catch((error: unknown) => error);
    await expect.poll(() => github.requests.slice(before).some(({ outcome }) => outcome === fault.kind)).toBe(true);
    client.process.kill("SIGKILL");
    expect(await asked).toBeInstanceOf(Error);
    github.faults.clear();
    await inStore((driver) => driver.all("UPDATE pending SET expires_at = 0", []));

    const next = await connect({ ...locks, SIGNALBOX_AGENT: "bob" });
    const view = await next.ok("get_ticket", { number: 1 });
    const comments = github.see(issue).comments.length;
    expect(view).toMatchObject({ state: github.see(issue).card?.["Workflow State"] });
    expect(comments).toBe(view["state"] === "Research in Progress" ? 1 : 0);
    // Either it is ann's, or anybody's: a ref that was left behind runs out by itself, and is hers as well.
    const taken = await next.call("handoff_ticket", { number: 1, ...LOCK });
    if (comments === 1) expect(taken.isError).toBe(true);
    const { tickets } = (await next.ok("list_tickets", {})) as { readonly tickets: readonly object[] };
    expect(tickets).toHaveLength(1);
    await next.leave();
    await inStore(async (driver) => {
      expect(await verifyStore(driver)).toMatchObject({ ok: true });
      expect(await driver.all("SELECT ticket FROM pending", [])).toEqual([]);
    });
  });
});
