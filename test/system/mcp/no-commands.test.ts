// A limit on commands that is set and names none: somebody meant to limit the connection, so that it may do nothing, and
// everybody is told.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { bareEnv, runProgram } from "../../support/program.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-no-commands-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const CALLS: readonly [string, object][] = [
  ["handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "go" }],
  ["advance_children", { number: 1, targetState: "Backlog" }],
  ["pick_actionable_issue", { workflowState: "Research Needed", claim: true, command: "research", reason: "go" }],
];

describe.each(["", " ", " , ,", "reserch"])("SIGNALBOX_COMMANDS=%j", (limit) => {
  it("allows no command, and says so at the start, in the instructions, in each refusal and in doctor", async () => {
    const client = new StdioClient(join(folder, "board.db"), { SIGNALBOX_COMMANDS: limit });
    const { result } = await client.initialize();
    expect(result?.["instructions"]).toContain("MAY ACT AS NO COMMAND");
    expect(client.stderr).toContain("names no command");
    await client.ok("create_ticket", { title: "One" });
    const free = new StdioClient(join(folder, "board.db"));
    expect((await free.initialize()).result?.["instructions"]).not.toContain("MAY ACT AS NO COMMAND");
    await free.ok("handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "go" });
    for (const [tool, args] of CALLS) {
      const { structuredContent, isError } = await client.call(tool, args);
      expect(isError, tool).toBe(true);
      expect(structuredContent).toMatchObject({
        code: "command_not_allowed",
        error: expect.stringMatching(/nor as any other command: SIGNALBOX_COMMANDS[^]*\nRecovery: ask a person/),
        commands: [],
      });
    }
    await client.leave();
    await free.leave();
    const env = bareEnv({ SIGNALBOX_COMMANDS: limit, HOME: folder, SIGNALBOX_DATABASE: join(folder, "board.db") });
    const { stdout, status } = await runProgram(["doctor"], { cwd: folder, env });
    expect(status).toBe(1);
    expect(stdout).toContain("names no command");
    if (limit === "reserch") expect(stdout).toContain('no command "reserch"');
  });
});
