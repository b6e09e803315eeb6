// Commands that read, on a board whose tickets live on GitHub: real processes, and somebody who moves cards meanwhile.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shipped } from "../../../src/workflows/shipped.ts";
import { openWorkspace } from "./workspace.ts";

const LOCK = { command: "research", intent: "lock", reason: "to find out" };

describe("after somebody moved a card on GitHub", () => {
  it.each<[string, readonly string[], RegExp, RegExp]>([
    ["ticket show", ["ticket", "show", "1"], /^state +Research Needed/m, /^state +Ready for Plan/m],
    ["ticket list", ["ticket", "list"], /^#1 +Research Needed/m, /^#1 +Ready for Plan/m],
    ["position", ["position", "1"], /^#1 Tiles \(Research Needed\)$/m, /^#1 Tiles \(Ready for Plan\)$/m],
    ["pick", ["pick", "--state", "Ready for Plan"], /^Nothing to pick/, /^#1 Tiles/],
    ["stats", ["stats"], /^#1 Research Needed: Tiles/m, /^#1 Ready for Plan: Tiles/m],
    ["signalbox alone", [], /Research Needed 1/, /Ready for Plan 1/],
  ])("%s answers where it is now", async (_, command, before, after) => {
    const workspace = await openWorkspace();
    const issue = workspace.add("Tiles", "Research Needed");
    const then = await workspace.run(command);
    expect(then.err).toBe("");
    expect(then.out).toMatch(before);
    workspace.github.drag(issue, "Ready for Plan");
    const now = await workspace.run(command);
    expect(now.err).toBe("");
    expect(now.out).toMatch(after);
  });

  it("converge answers where the whole group is now", async () => {
    const workspace = await openWorkspace();
    const parent = workspace.add("Bathroom", "Backlog");
    const late = workspace.add("Tiles", "Research Needed", { under: parent });
    workspace.add("Taps", "Ready for Plan", { under: parent });
    const asked = ["converge", "3", "--on", "Ready for Plan"];
    expect(await workspace.run(asked)).toMatchObject({ status: 1, out: expect.stringMatching(/^1 of 2 .*\n#2 Tiles/) });
    workspace.github.drag(late, "Ready for Plan");
    expect(await workspace.run(asked)).toMatchObject({ status: 0, out: expect.stringMatching(/^2 of 2 /) });
  });

  it("workflow adopt strands no ticket that was moved there", async () => {
    const workspace = await openWorkspace();
    const issue = workspace.add("Tiles", "Research Needed");
    expect(await workspace.run(["workflow", "adopt", "ticket"])).toMatchObject({ status: 0 });
    const renamed = JSON.stringify(shipped("ticket").workflow).replaceAll('"Ready for Plan"', '"Plan next"');
    writeFileSync(join(workspace.folder, "own.json"), renamed);
    workspace.github.drag(issue, "Ready for Plan");
    const adopted = await workspace.run(["workflow", "adopt", "own.json"]);
    expect(adopted).toMatchObject({ status: 1, err: expect.stringContaining('"Ready for Plan" (1)') });
  });
});

describe("a command that reads", () => {
  it("writes nothing to GitHub, adopts no workflow, and notes only what others did there", async () => {
    const workspace = await openWorkspace();
    const issue = workspace.add("Tiles", "Research Needed");
    const own = { ...shipped("ticket").workflow, title: "Our own" };
    writeFileSync(join(workspace.folder, "own.json"), JSON.stringify(own));
    const given = { SIGNALBOX_WORKFLOW: join(workspace.folder, "own.json") };
    for (const command of [[], ["ticket", "list"], ["ticket", "show", "1"], ["stats"], ["position", "1"]]) {
      expect(await workspace.run(command, given)).toMatchObject({ status: 0, err: "" });
      workspace.github.drag(issue, "Ready for Plan");
    }
    expect(workspace.github.requests.filter(({ kind }) => kind !== "query")).toEqual([]);
    const rows = await workspace.inStore((driver) =>
      driver.all("SELECT kind, payload ->> '$.by.via' AS via FROM ledger ORDER BY seq", []),
    );
    expect(rows).toEqual([
      { kind: "create", via: "github" },
      { kind: "move", via: "github" },
    ]);
  });

  it("leaves a write alone that a killed server did not finish", async () => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    const client = await workspace.connect();
    await client.ok("list_tickets", {});
    workspace.github.faults.plan({ kind: "slow" }, { on: "Write" });
    const asked = client.call("handoff_ticket", { number: 1, ...LOCK }).catch((error: unknown) => error);
    const isStuck = (): boolean => workspace.github.requests.some(({ outcome }) => outcome === "slow");
    await expect.poll(isStuck, { timeout: 30_000 }).toBe(true);
    client.process.kill("SIGKILL");
    await asked;
    await workspace.inStore((driver) => driver.all("UPDATE pending SET expires_at = 0", []));
    workspace.github.countRequests();
    const shown = await workspace.run(["ticket", "show", "1"]);
    expect(shown).toMatchObject({ status: 0, err: "" });
    expect(workspace.github.countRequests().operations).not.toContain("Write");
    expect(
      await workspace.inStore((driver) => driver.all("SELECT ticket FROM pending WHERE ticket = '1'", [])),
    ).toEqual([{ ticket: "1" }]);
  });

  it("says that GitHub does not answer, and shows nothing old", async () => {
    const workspace = await openWorkspace();
    workspace.add("Tiles", "Research Needed");
    await workspace.run(["ticket", "list"]);
    workspace.github.faults.plan({ kind: "bad-gateway", when: "before" }, { times: 99 });
    for (const command of [["ticket", "list"], ["ticket", "show", "1"], []]) {
      const { status, out, err } = await workspace.run(command);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(/^signalbox: GitHub answered/);
    }
  });

  it.each([["sessions"], ["runs"], ["log"], ["token", "list"]])(
    "asks GitHub for nothing where the store alone knows: %s",
    async (...command) => {
      const workspace = await openWorkspace();
      workspace.add("Tiles", "Research Needed");
      await workspace.run(["ticket", "list"]);
      workspace.github.countRequests();
      expect(await workspace.run(command, { SIGNALBOX_GITHUB_TOKEN: "" })).toMatchObject({ status: 0, err: "" });
      expect(workspace.github.countRequests().requests).toBe(0);
    },
  );
});
