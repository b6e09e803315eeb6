import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, runProgramSync } from "../../support/program.ts";

function signalbox(...args: string[]): { out: string; err: string; status: number | null } {
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout, stderr, status } = runProgramSync(args, { cwd: ROOT, env });
  return { out: stdout, err: stderr, status };
}

describe("signalbox workflow", () => {
  it("lints the shipped workflows: notes are no fault", () => {
    const { out, status } = signalbox("workflow", "lint");
    expect(out).toContain("ticket: 11 notes");
    expect(out).toContain("skill: nothing found");
    expect(status).toBe(0);
  });

  it("exits with 1 on a broken file, and says where and why, as JSON too", () => {
    const file = "test/fixtures/workflows/broken/unreachable-state.json";
    expect(signalbox("workflow", "lint", file)).toMatchObject({ status: 1, out: expect.stringContaining("warning") });
    const [report] = JSON.parse(signalbox("workflow", "lint", "--json", "README.md").out) as [
      { problem: { place: string } },
    ];
    expect(report.problem.place).toBe("1:1");
  });

  it("shows a workflow as JSON, an older file in today's format", () => {
    const shown = JSON.parse(signalbox("workflow", "show").out) as object;
    expect(shown).toEqual(JSON.parse(readFileSync(join(ROOT, "workflows/ticket.json"), "utf8")));
    expect(JSON.parse(signalbox("workflow", "show", "test/fixtures/workflows/older/ticket.json").out)).toMatchObject({
      start: "Backlog",
      commandPrefix: "ralph_",
    });
  });

  it("draws one as Mermaid or as text", () => {
    expect(signalbox("workflow", "graph", "session").out).toMatch(/^stateDiagram-v2\n/);
    expect(signalbox("workflow", "graph", "--text", "session").out).toContain("  idle (start)\n    → analyzing\n");
  });

  it("finds the shortest way, however the states are typed, and says who may take each step", () => {
    const { out, status } = signalbox("workflow", "path", "research needed", "PlanInReview");
    expect(out.match(/^\d\. .*$/gm)).toEqual([
      "1. Research Needed → Ready for Plan (Skip research)",
      "2. Ready for Plan → Plan in Progress (Start planning), if group convergence",
      "3. Plan in Progress → Plan in Review (Submit plan)",
    ]);
    expect(out).toContain("ralph_plan lock, or a person");
    expect(status).toBe(0);
  });

  it("exits with 1 where there is no way, and with 2 where there is no such state", () => {
    expect(signalbox("workflow", "path", "Done", "Backlog")).toMatchObject({ status: 1 });
    expect(signalbox("workflow", "path", "Dne", "Backlog")).toMatchObject({
      status: 2,
      err: expect.stringContaining('did you mean "Done"?'),
    });
  });

  it("suggests the nearest command", () => {
    expect(signalbox("worflow")).toMatchObject({ status: 2, err: expect.stringContaining("Did you mean workflow?") });
  });
});
