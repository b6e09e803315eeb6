import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HttpServer } from "../../support/clients/http-server.ts";
import { signInBy } from "../../support/clients/sign-in.ts";
import { bareEnv, runProgram, type Ended } from "../../support/program.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-people-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("a person at the command line", () => {
  it("opens a session for an agent, which waits until that takes it up", async () => {
    await ok("ticket", "new", "First");
    const made = JSON.parse(await ok("sessions", "new", "1", "--agent", "ann", "--json")) as { sessionId: string };
    const listed = await ok("sessions");
    expect(listed).toContain(made.sessionId.slice(0, 8));
    expect(listed).toContain("not taken up");
    expect(await ok("sessions", made.sessionId.slice(0, 8))).toContain("Not taken up");
    expect(await ok("sessions", "new", "1", "--agent", "ann")).toContain("waits on #1 already");
  });

  it("makes a ticket, changes it, moves it, and the ledger says that they did", async () => {
    await ok("ticket", "new", "First", "--priority", "P1", "--label", "a,b", "--as", "Maria");
    const { token } = JSON.parse(await ok("token", "new", "--role", "operator", "--json")) as { token: string };
    const piped = await piping(["ticket", "new", "Second", "--body", "-", "--blocked-by", "#1"], {
      SIGNALBOX_TOKEN: token,
    });
    expect(piped).toMatchObject({ status: 0, stderr: "" });
    expect(await ok("ticket", "show", "2")).toContain("From stdin");
    await ok("ticket", "edit", "2", "--estimate", "S", "--title", "Renamed");
    await ok("ticket", "comment", "2", "A word");
    await ok("ticket", "link", "2", "--not-blocked-by", "1", "--parent", "1");
    await ok("ticket", "link", "2", "--parent", "none");
    const moved = await ok("move", "2", "--to", "Ready for Plan", "--reason", "It is clear", "--as", "Maria");
    expect(moved).toBe("#2: Backlog → Ready for Plan\n");
    const { tickets } = JSON.parse(await ok("ticket", "list", "--json")) as { tickets: unknown[] };
    expect(tickets).toMatchObject([
      { key: "1", title: "First", priority: "P1", labels: ["a", "b"] },
      { key: "2", title: "Renamed", estimate: "S", parent: null, openBlockers: [], state: "Ready for Plan" },
    ]);
    const page = JSON.parse(await ok("ticket", "show", "2", "--json")) as { timeline: unknown[] };
    expect(page.timeline[0]).toMatchObject({ kind: "move", who: "Maria (person)", person: true, via: "cli" });
    expect(await ok("ticket", "show", "2")).toContain("Human Needed (Escalate)");
  });

  it("is refused what the rules refuse, with exit code 1, and the nearest word where one was mistyped", async () => {
    await ok("ticket", "new", "One");
    const mistyped = await signalbox(["move", "1", "--to", "Reserch Needed", "--reason", "x"]);
    expect(mistyped).toMatchObject({ status: 1, stdout: "" });
    expect(mistyped.stderr).toContain("Research Needed");
    const illegal = await signalbox(["move", "1", "--to", "In Review", "--reason", "x", "--json"]);
    expect(illegal).toMatchObject({ status: 1, stderr: "" });
    expect(JSON.parse(illegal.stdout)).toMatchObject({
      code: "invalid_transition",
      recovery: expect.stringMatching(
        /^retry with --to "Research Needed", .*, or override the workflow with --override\.$/,
      ),
      allowed: expect.arrayContaining(["Done"]),
    });
    const late = await signalbox(["move", "1", "--to", "Done", "--from", "In Review", "--reason", "x"]);
    expect(late).toMatchObject({ status: 1 });
    expect((await signalbox(["ticket", "show", "99"])).stderr).toBe(
      "signalbox: There is no ticket #99 on this board.\nRecovery: find the ticket's number with `signalbox ticket list`, then retry with that number.\n",
    );
    expect(await ok("move", "1", "--to", "In Review", "--reason", "x", "--override")).toContain("→ In Review");
    expect(await signalbox(["release", "1", "--reason", "x"])).toMatchObject({ status: 1 });
  });

  it("takes their own last move back, once", async () => {
    await ok("ticket", "new", "One", "--as", "Maria");
    await ok("move", "1", "--to", "Canceled", "--reason", "By mistake", "--as", "Maria");
    expect((await signalbox(["move", "1", "--undo", "--as", "Kim"])).stderr).toContain("somebody else moved #1 last");
    expect(await ok("move", "1", "--undo", "--as", "Maria")).toContain("#1: Canceled → Backlog (undone)");
    expect((await signalbox(["move", "1", "--undo", "--as", "Maria"])).stderr).toContain("There is nothing to undo");
    expect(await ok("log", "1")).toMatch(/Canceled → Backlog \(undoes row \d+\)/);
  });

  it.each([
    [["move", "1"]],
    [["move", "1", "--undo", "--to", "Done"]],
    [["move", "x", "--to", "Done", "--reason", "x"]],
    [["ticket", "new"]],
    [["ticket", "nothing"]],
    [["token", "new"]],
    [["token", "new", "--role", "agent", "--expires", "soon"]],
    [["pick"]],
  ])("is told when they call it wrongly, with exit code 2: %s", async (args) => {
    expect(await signalbox(args)).toMatchObject({ status: 2 });
  });

  it("puts a workflow in force, unless it would strand a ticket, and agents can't", async () => {
    const shown = JSON.parse(await ok("workflow", "show", "ticket")) as { title: string; states: object };
    const own = join(folder, "own.json");
    writeFileSync(own, JSON.stringify({ ...shown, $schema: undefined, title: "Ours" }));
    expect((await signalbox(["workflow", "adopt", own], { CLAUDECODE: "1" })).stderr).toContain("agent's shell");
    expect(await ok("workflow", "adopt", own, "--as", "Maria")).toMatch(
      /^Ours \([0-9a-f]{7}\) is in force for tickets/,
    );
    expect(await ok("workflow", "adopt", own)).toContain("already");
    // A process that is given no file of its own works by it.
    await ok("ticket", "new", "One");
    expect(JSON.parse(await ok("workflow", "adopt", own, "--json"))).toMatchObject({ adopted: false });
    expect(await ok("log", "--limit", "20")).toMatch(/Maria .*takes force/);

    const other = join(folder, "other.json");
    const words = JSON.stringify({ ...shown, $schema: undefined, title: "Other" }).replaceAll("Backlog", "Inbox");
    writeFileSync(other, words);
    const stranding = await signalbox(["workflow", "adopt", other]);
    expect(stranding).toMatchObject({ status: 1, stdout: "" });
    expect(stranding.stderr).toContain('"Backlog" (1)');
    expect((await signalbox(["workflow", "adopt", own, "--part", "run"])).stderr).toContain(
      "no state of it has a skill",
    );
    expect((await signalbox(["workflow", "adopt", join(folder, "none.json")])).status).toBe(1);
  });

  it("asks the questions that agents ask", async () => {
    await ok("ticket", "new", "Above");
    await ok("ticket", "new", "Below", "--parent", "1", "--estimate", "XS");
    expect(await ok("pick", "--state", "Backlog")).toContain("#2 Below");
    expect(await signalbox(["pick", "--state", "In Review"])).toMatchObject({ status: 1 });
    expect(await ok("position", "1", "--json")).toContain('"phase"');
    expect(await signalbox(["converge", "1", "--on", "Ready for Plan"])).toMatchObject({ status: 1 });
    await ok("move", "1", "--to", "Research Needed", "--reason", "x");
    expect(await ok("advance", "1", "--to", "Research Needed")).toBe("#2: Backlog → Research Needed\n");
  });

  it("reads without a key, and begins no board by looking", async () => {
    expect(await signalbox(["ticket", "list"])).toMatchObject({ status: 1 });
    expect(existsSync(join(folder, "board.db"))).toBe(false);
    await ok("ticket", "new", "One");
    rmSync(keyFile());
    expect(await ok("ticket", "list")).toContain("One");
    expect(existsSync(keyFile())).toBe(false);
  });

  it("shows nothing to a terminal that it would obey", async () => {
    await ok("ticket", "new", "One\u001b[2Jtwo", "--body", "a\u001b]0;x\u0007b");
    expect(await ok("ticket", "list")).not.toContain("\u001b");
    expect(await ok("ticket", "show", "1")).not.toContain("\u001b");
  });
});

const ACTS: readonly (readonly string[])[] = [
  ["ticket", "new", "Two", "--as", "Maria"],
  ["ticket", "edit", "1", "--title", "Other", "--as", "Maria"],
  ["sessions", "new", "1"],
  ["move", "1", "--to", "Done", "--reason", "x"],
  ["move", "1", "--to", "In Review", "--reason", "x", "--override"],
  ["release", "1", "--reason", "x"],
  ["redact", "1", "--reason", "x"],
  ["token", "new", "--role", "operator"],
  ["token", "revoke", "operator key"],
  ["browser", "end", "0123456789"],
  ["workflow", "adopt", "ticket"],
  ["open"],
];

describe("where standard input is no terminal", () => {
  it.each(ACTS)("nobody acts as a person by %s %s, whatever the environment says", async (...act) => {
    await ok("ticket", "new", "One");
    const before = await ok("log", "--json");
    for (const env of [{}, { CI: "1", SIGNALBOX_OPERATOR: "1", FORCE_COLOR: "1", TERM: "xterm", USER: "maria" }]) {
      const { status, stdout, stderr } = await piping(
        act.filter((word) => word !== undefined),
        env,
      );
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toContain("standard input is no terminal");
      expect(stderr).toContain("SIGNALBOX_TOKEN");
    }
    expect(await ok("log", "--json")).toBe(before);
  });

  it("an operator's token acts, and an agent's does not; the ledger says how each was proven", async () => {
    await ok("ticket", "new", "One");
    const { token, id } = JSON.parse(await ok("token", "new", "--role", "operator", "--json")) as Record<
      string,
      string
    >;
    const agents = JSON.parse(await ok("token", "new", "--role", "agent", "--json")) as Record<string, string>;
    const move = ["move", "1", "--to", "Research Needed", "--reason", "x"];
    expect((await piping(move, { SIGNALBOX_TOKEN: agents["token"] ?? "" })).stderr).toContain("role agent");
    expect(await piping(move, { SIGNALBOX_TOKEN: token ?? "" })).toMatchObject({ status: 0 });
    const board = new DatabaseSync(join(folder, "board.db"), { readOnly: true });
    const rows = board.prepare("SELECT payload FROM ledger WHERE subject_type = 'ticket' ORDER BY seq").all();
    board.close();
    const proofs = rows.map(({ payload }) => (JSON.parse(String(payload)) as { by: object }).by);
    expect(proofs).toMatchObject([
      { via: "cli", proof: "key" },
      { via: "cli", proof: `token ${id}` },
    ]);
  });

  it("a script makes, edits, links and comments on tickets, by the rules for agents", async () => {
    for (const act of [
      ["ticket", "new", "The whole"],
      ["ticket", "new", "A part", "--parent", "1"],
      ["ticket", "edit", "2", "--title", "One part"],
      ["ticket", "comment", "2", "A word"],
      ["ticket", "new", "First this"],
      ["ticket", "link", "2", "--blocked-by", "3"],
      ["advance", "1", "--to", "Backlog"],
    ]) {
      expect(await piping(act)).toMatchObject({ status: 0, stderr: "" });
    }
    for (const act of [
      ["ticket", "link", "2", "--parent", "none"],
      ["ticket", "link", "2", "--not-blocked-by", "3"],
    ]) {
      const { status, stderr } = await piping(act);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("Recovery: ") as string });
    }
    expect(await ok("log")).toContain("script");
  });

  it.each(["ann@token", "ann@http/x", "person:Maria", "signalbox"])(
    "a script that calls itself %s, as others are shown, does nothing",
    async (name) => {
      const { status, stderr } = await piping(["ticket", "new", "One"], { SIGNALBOX_AGENT: name });
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("SIGNALBOX_AGENT can't be") });
    },
  );

  it("a script that is limited to no command lets no children follow", async () => {
    await ok("ticket", "new", "The whole");
    const { status, stderr } = await piping(["advance", "1", "--to", "Backlog"], { SIGNALBOX_COMMANDS: "" });
    expect(status).toBe(1);
    expect(stderr).toContain("Recovery: ");
  });

  it("a token that could do nothing is not made", async () => {
    for (const commands of ["", " , "]) {
      const { status, stderr } = await signalbox(["token", "new", "--role", "agent", "--commands", commands]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/names no command[^]*\nRecovery: /);
    }
  });

  it("everybody reads", async () => {
    await ok("ticket", "new", "One");
    for (const read of [["ticket", "list"], ["ticket", "show", "1"], ["log"], ["token", "list"], ["board", "--json"]]) {
      expect(await piping(read)).toMatchObject({ status: 0, stderr: "" });
    }
  });
});

describe("the operator's key", () => {
  it("is made once, for its owner's eyes, and found by itself", async () => {
    await ok("ticket", "new", "One");
    const file = keyFile();
    const key = readFileSync(file, "utf8");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).filter((name) => !name.startsWith("board.db"))).toEqual(["config"]);
    await ok("ticket", "new", "Two");
    expect(readFileSync(file, "utf8")).toBe(key);
    const tokens = JSON.parse(await ok("token", "list", "--json")) as unknown[];
    expect(tokens).toMatchObject([{ role: "operator", state: "live", seenFrom: "terminal" }]);
  });

  it("is taken from beside the database, where it once lay, if the board knows it", async () => {
    await ok("ticket", "new", "One");
    const [file, old] = [keyFile(), join(folder, "operator.key")];
    const key = readFileSync(file, "utf8");
    renameSync(file, old);
    await ok("ticket", "new", "Two");
    expect(existsSync(old)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await ok("token", "list", "--json"))).toHaveLength(1);
  });

  it("that came with a folder is left where it is: somebody else may know it", async () => {
    const foreign = `sbx_0123456789_${"x".repeat(43)}`;
    writeFileSync(join(folder, "operator.key"), foreign, { mode: 0o600 });
    await ok("ticket", "new", "One");
    expect(readFileSync(keyFile(), "utf8")).not.toContain(foreign);
    expect(await signalbox(["ticket", "new", "Two"], { SIGNALBOX_TOKEN: foreign })).toMatchObject({ status: 1 });
  });

  it.each(["beside the database", "in the user's configuration"])(
    "is not accepted %s when git tracks it",
    async (where) => {
      await ok("ticket", "new", "One");
      const file = where === "beside the database" ? join(folder, "operator.key") : keyFile();
      if (file !== keyFile()) renameSync(keyFile(), file);
      const git = (...args: string[]): void => {
        expect(spawnSync("git", args, { cwd: dirname(file) }).status).toBe(0);
      };
      git("init", "--quiet");
      git("add", "--force", file);
      const refused = await signalbox(["ticket", "new", "Two"]);
      expect(refused).toMatchObject({ status: 1, stdout: "" });
      expect(refused.stderr).toContain("tracked by git");
      git("rm", "--quiet", "--cached", "--force", file);
      await ok("ticket", "new", "Two");
    },
  );

  it("lists browsers and ends them", async () => {
    await ok("ticket", "new", "One");
    expect(await ok("browser", "list")).toContain("No browser is signed in.");
    const { status, stderr } = await signalbox(["browser", "end", "0123456789"]);
    expect(status).toBe(1);
    expect(stderr).toContain("No browser");
    const server = await HttpServer.start(join(folder, "board.db"), { XDG_CONFIG_HOME: join(folder, "config") });
    try {
      const { headers } = await signInBy(await server.link());
      const [browser] = JSON.parse(await ok("browser", "list", "--json")) as { id: string; role: string }[];
      expect(browser).toMatchObject({ role: "operator", seenFrom: "127.0.0.1" });
      expect(await ok("browser", "end", browser?.id ?? "")).toContain("signed out");
      expect((await fetch(`${server.url}/api/me`, { headers })).status).toBe(401);
      expect(await ok("log")).toMatch(/browser \w+ of .* signed out/);
    } finally {
      await server.stop();
    }
  });

  it("is one key where many need it for the first time at once", async () => {
    await Promise.all([1, 2, 3].map((index) => ok("ticket", "new", `No ${index}`)));
    expect(JSON.parse(await ok("token", "list", "--json"))).toHaveLength(1);
    expect((await ok("log")).match(/operator key given out/g)).toHaveLength(1);
  });

  it("is not used in an agent's shell; a token that is given there is", async () => {
    await ok("ticket", "new", "One");
    const { token } = JSON.parse(await ok("token", "new", "--role", "operator", "--json")) as { token: string };
    for (const name of ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT"]) {
      const refused = await signalbox(["move", "1", "--to", "Done", "--reason", "x"], { [name]: "1" });
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(name);
      expect(refused.stderr).toContain("SIGNALBOX_TOKEN");
    }
    expect((await signalbox(["open"], { CLAUDECODE: "1" })).status).toBe(1);
    const given = await signalbox(["move", "1", "--to", "Done", "--reason", "x"], {
      CLAUDECODE: "1",
      SIGNALBOX_TOKEN: token,
    });
    expect(given.status).toBe(0);
  });

  it("is tightened where others could read it, and that is said once", async () => {
    await ok("ticket", "new", "One");
    const file = keyFile();
    chmodSync(file, 0o644);
    const open = await signalbox(["ticket", "new", "Two"]);
    expect(open).toMatchObject({ status: 0, stderr: expect.stringContaining(`${file} was open to other users`) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await signalbox(["ticket", "new", "Three"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("shows nothing where it is a way to somewhere else", async () => {
    const file = join(folder, "operator.key");
    writeFileSync(join(folder, "elsewhere"), "x", { mode: 0o600 });
    symlinkSync(join(folder, "elsewhere"), file);
    expect((await signalbox(["ticket", "new", "Three"])).status).toBe(1);
  });

  it("that was revoked gives its place to a new one", async () => {
    await ok("ticket", "new", "One");
    const before = readFileSync(keyFile(), "utf8");
    await ok("token", "revoke", "operator key");
    await ok("ticket", "new", "Two");
    expect(readFileSync(keyFile(), "utf8")).not.toBe(before);
    const old = await signalbox(["ticket", "new", "Three"], { SIGNALBOX_TOKEN: before.trim() });
    expect(old).toMatchObject({ status: 1 });
  });
});

async function ok(...args: string[]): Promise<string> {
  const { stdout, stderr, status } = await signalbox(args);
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** At a terminal. */
function signalbox(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(args, place(env));
}

/** In a pipe, as scripts and agents run it. */
function piping(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(args, { ...place(env), input: "From stdin\n" });
}

function place(env: Record<string, string>): { cwd: string; env: NodeJS.ProcessEnv } {
  return {
    cwd: folder,
    env: bareEnv({ SIGNALBOX_DATABASE: join(folder, "board.db"), XDG_CONFIG_HOME: join(folder, "config"), ...env }),
  };
}

/** Where the key of this board is. */
function keyFile(): string {
  const board = new DatabaseSync(join(folder, "board.db"), { readOnly: true });
  const id = board.prepare("SELECT value FROM meta WHERE name = 'board'").get()?.["value"];
  board.close();
  return join(folder, "config", "signalbox", "keys", `${String(id)}.key`);
}
