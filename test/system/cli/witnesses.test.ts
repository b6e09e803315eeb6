import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bareEnv, runProgram, type Ended } from "../../support/program.ts";

const WORKFLOW = "acme/shop/.github/workflows/proof.yml@refs/heads/main";
const TRUST = ["witness", "trust", "--repository-id", "42", "--workflow", WORKFLOW, "--facts", "tests,landed"];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-witnesses-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: readonly string[], more: { input?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> => {
  const { env = {}, ...rest } = more;
  return runProgram([...args, "--database", join(folder, "board.db")], { cwd: folder, env: bareEnv(env), ...rest });
};

it("a person trusts a workflow at a terminal, sees it, and takes that back", async () => {
  const trusted = await run(TRUST);
  expect(trusted).toMatchObject({ status: 0, stderr: "" });
  expect(trusted.stdout).toMatch(
    /^witness [0-9a-f]{10}, acme\/shop.*@refs\/heads\/main of repository 42: trusted with tests, landed\.\nIts jobs ask for a token with the audience [0-9a-f]{32}\.\n/,
  );
  const [, id = ""] = /^witness ([0-9a-f]{10})/.exec(trusted.stdout) ?? [];
  const [, audience = ""] = /audience ([0-9a-f]{32})/.exec(trusted.stdout) ?? [];
  const listed = await run(["witness", "list", "--json"], { input: "" });
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, repositoryId: "42", workflow: WORKFLOW, audience, state: "live" },
  ]);
  expect((await run(["witness", "list"], { input: "" })).stdout).toContain(`audience ${audience}`);
  expect(await run(TRUST)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`signalbox witness revoke ${id}`),
  });
  expect(await run(["witness", "revoke", id])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("no longer trusted"),
  });
  const log = await run(["log"], { input: "" });
  expect(log.stdout).toContain(`workflow ${WORKFLOW} of repository 42 trusted with tests, landed`);
  expect(log.stdout).toContain(`workflow ${WORKFLOW} of repository 42 no longer trusted`);
});

it("nobody trusts a workflow from a pipe, or from an agent's shell", async () => {
  for (const refused of [await run(TRUST, { input: "" }), await run(TRUST, { env: { CLAUDECODE: "1" } })]) {
    expect(refused).toMatchObject({ status: 1, stdout: "" });
  }
  expect(JSON.parse((await run(["witness", "list", "--json"], { input: "" })).stdout)).toEqual([]);
});

it("a witness's token names its facts, and acts as nobody at the command line", async () => {
  const made = await run(["token", "new", "--role", "witness", "--name", "ci", "--facts", "tests", "--json"]);
  const { token, facts } = JSON.parse(made.stdout) as { token: string; facts: string[] };
  expect(facts).toEqual(["tests"]);
  expect((await run(["token", "list"], { input: "" })).stdout).toMatch(/ci +witness +tests/);
  expect(await run(["token", "new", "--role", "witness"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("--facts"),
  });
  const env = { SIGNALBOX_TOKEN: token };
  expect((await run(["ticket", "new", "One"], { env })).stderr).toContain("role witness");
  expect((await run(["token", "new", "--role", "operator"], { env })).stderr).toContain("role witness");
  expect((await run(TRUST, { env })).stderr).toContain("role witness");
});
