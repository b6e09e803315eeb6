// Texts of others in every command, on a pseudo-terminal and in a pipe: a terminal obeys none of them, and nothing turns
// the direction of what stands beside it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completeSkill } from "../../../src/app/runs/complete-skill.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../../src/app/sessions/update-session-state.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../src/store/open.ts";
import { startBoard, TOKEN } from "../../support/github/board.ts";
import { bareEnv, HAS_TERMINALS, PROGRAM } from "../../support/program.ts";
import { track } from "../../support/processes/child.ts";
import { agent, appOn, maria } from "../../support/worlds/world.ts";

/** Our own magenta, a title for the window, the screen cleared with one character, a turned direction, a step back. */
const EVIL = "x\u001b[35mevil\u001b]0;owned\u0007\u009b2J\u202egpj.exe\u2066\u200f\u0008\u{e0041}";

/** What may be left: lines, tabs, our colours (and never around the evil), a watch that moves the cursor, and progress. */
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const OURS = /\r?\n|\t|\r(?=\w+ [█·]{20} |\u001b\[K)|\u001b\[(?:[012]|3[1-6])m|\u001b\[(?:\?25[lh]|H|2J|K|J)/g;
const BAD = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

let folder: string;
let home: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-hostile-"));
  home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, ".gitconfig"), `[user]\n\tname = "Eve \u009b2J\u202e"\n\temail = eve@example.org\n`);
  const database = join(folder, "board.db");
  env = bareEnv({ HOME: home, SIGNALBOX_DATABASE: database, TERM: "xterm-256color" });
  const board = await openBoard({ database, synchronous: "OFF" });
  const app = appOn(board);
  const worker = agent("worker", "implementer");
  await createTicket(app, maria, { title: EVIL, body: `${EVIL}\n${EVIL}`, labels: [EVIL] });
  await createTicket(app, maria, { title: EVIL, parent: "1" });
  await handoff(app, worker, { key: "1", command: "impl", toState: EVIL, reason: EVIL });
  await handoff(app, maria, { key: "1", toState: "Research Needed", reason: EVIL });
  const opened = await createSession(app, worker, { ticket: "1" });
  if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
  const { sessionId } = opened;
  await updateSessionState(app, worker, { sessionId, state: "implementing", metadata: { files: [EVIL], note: EVIL } });
  const run = { project: "p", session: "s" };
  const tasks = [{ id: "a", description: EVIL, files: [EVIL] }];
  await updateRun(app, worker, { ...run, items: [{ number: 1, type: "code", title: EVIL }], tasks });
  await completeSkill(app, worker, { ...run, skill: "collab-start" });
  await board.close();
  writeFileSync(join(folder, "evil.json"), JSON.stringify({ name: EVIL, states: { [EVIL]: {} }, [EVIL]: 1 }));
  writeFileSync(join(folder, "evil.csv"), `title,state,${EVIL}\n"${EVIL}",${EVIL},1\n`);
  writeFileSync(join(folder, "evil.jsonl"), `{"format":${JSON.stringify(EVIL)}}\n${EVIL}\n`);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Each with something of the above in its output or in its complaint. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  attest: [
    ["attest", "review", "1", "--reason", EVIL],
    ["attest", EVIL, "1", "--reason", EVIL],
  ],
  board: [
    ["board", "--text"],
    ["board", "--json"],
  ],
  check: [
    ["check", "1", EVIL],
    ["check", EVIL],
  ],
  fact: [
    ["fact", "list"],
    ["fact", "retract", EVIL],
  ],
  migrate: [
    ["migrate", "--check"],
    ["migrate", EVIL],
  ],
  witness: [
    ["witness", "list"],
    ["witness", "revoke", EVIL],
  ],
  open: [["open", EVIL]],
  token: [
    ["token", "new", "--role", EVIL, "--name", EVIL],
    ["token", "list"],
    ["token", "revoke", EVIL],
  ],
  ticket: [
    ["ticket", "list"],
    ["ticket", "list", "--json"],
    ["ticket", "show", "1"],
    ["ticket", "show", "1", "--json"],
    ["ticket", "show", EVIL],
    ["ticket", "comment", "1", EVIL],
    ["ticket", "new", EVIL],
    ["ticket", "edit", "1", "--title", EVIL],
    ["ticket", "link", "1", "--parent", EVIL],
  ],
  move: [["move", "1", EVIL, "--reason", EVIL]],
  pr: [["pr", "1", EVIL]],
  release: [
    ["release", EVIL],
    ["release", "1", "--reason", EVIL],
  ],
  pick: [["pick"], ["pick", EVIL]],
  position: [
    ["position", "1"],
    ["position", EVIL],
  ],
  converge: [
    ["converge", "1"],
    ["converge", EVIL],
  ],
  advance: [
    ["advance", "1"],
    ["advance", EVIL],
  ],
  sessions: [
    ["sessions", "--all"],
    ["sessions", "--all", "--json"],
    ["sessions", EVIL],
  ],
  workflow: [
    ["workflow", "show", EVIL],
    ["workflow", "lint", "evil.json"],
    ["workflow", "lint", EVIL],
    ["workflow", "graph", "evil.json"],
    ["workflow", "path", EVIL, EVIL],
    ["workflow", "adopt", "evil.json"],
  ],
  runs: [["runs"], ["runs", "p", "s"], ["runs", "p", "s", "--json"], ["runs", EVIL, EVIL]],
  log: [["log"], ["log", "--json"], ["log", EVIL]],
  stats: [["stats"], ["stats", "--json"]],
  verify: [["verify"], ["verify", "--expect", EVIL]],
  backup: [["backup", join("nowhere", EVIL)]],
  export: [["export"], ["export", join("nowhere", EVIL)]],
  import: [
    ["import", "evil.jsonl"],
    ["import", EVIL],
    ["import", "--from", "csv", "evil.csv", "--dry-run"],
    ["import", "--from", EVIL, "evil.csv"],
  ],
  redact: [["redact", EVIL, "--reason", EVIL]],
  init: [
    ["init", "--client", EVIL],
    ["init", "--github", EVIL],
  ],
  doctor: [["doctor"]],
  hook: [["hook", EVIL]],
  completion: [["completion", EVIL]],
  trust: [["trust"], ["trust", EVIL]],
  browser: [
    ["browser", "list"],
    ["browser", "end", EVIL],
  ],
  demo: [["demo", "--agents", EVIL]],
  serve: [["serve", "--port", EVIL]],
  mcp: [["mcp", EVIL]],
};

describe.each(Object.keys(COMMANDS))("signalbox %s", (name) => {
  const calls = COMMANDS[name] ?? [];

  it("lets nothing through into a pipe", async () => {
    for (const args of calls) expectClean(args, await inPipe(args));
  });

  it.runIf(HAS_TERMINALS)("lets nothing through to a terminal", async () => {
    for (const args of calls) expectClean(args, await onTerminal(args));
  });
});

it("no command is left out", async () => {
  const help = await inPipe(["--help"]);
  const names = [...help.matchAll(/^ {2}([a-z]+)(?: |\|)/gm)].map(([, name]) => name).filter((name) => name !== "help");
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names)).toEqual(new Set(Object.keys(COMMANDS)));
});

it.runIf(HAS_TERMINALS)(
  "signalbox board draws nothing of what others wrote but letters, on the board and in a ticket",
  async () => {
    const child = track(spawn("script", ["-qefc", commandLine(["board"]), "/dev/null"], { cwd: folder, env }));
    let seen = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      seen += chunk;
    });
    const until = async (word: string, from = 0): Promise<void> => {
      while (!seen.includes(word, from)) await once(child.stdout, "data");
    };
    await until("evil");
    const before = seen.length;
    child.stdin.write("\r");
    await until("evil", before);
    child.stdin.write("\u0003");
    await once(child, "close");
    for (const mark of [
      "\u001b]0;owned",
      "\u001b[35mevil",
      "\u009b",
      "\u202e",
      "\u2066",
      "\u200f",
      "\u0008",
      "\u{e0041}",
    ]) {
      expect([mark, seen.includes(mark)]).toEqual([mark, false]);
    }
  },
);

describe.runIf(HAS_TERMINALS).each(["board", "sessions", "runs", "stats"])("signalbox %s --watch", (name) => {
  it("draws nothing that is not its own", async () => {
    const child = track(spawn("script", ["-qefc", commandLine([name, "--watch"]), "/dev/null"], { cwd: folder, env }));
    let seen = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      seen += chunk;
    });
    while (!seen.endsWith("\u001b[J")) await once(child.stdout, "data");
    child.stdin.write("\u0003");
    await once(child, "close");
    expectClean([name, "--watch"], seen.replaceAll("^C", ""));
  });
});

it("settings and what GitHub answers reach nobody as they are", async () => {
  const place = mkdtempSync(join(folder, "place-"));
  mkdirSync(join(place, ".signalbox"));
  writeFileSync(
    join(place, ".signalbox", "config.json"),
    JSON.stringify({ [EVIL]: EVIL, commands: [EVIL], board: EVIL }),
  );
  const bare = bareEnv({ HOME: home });
  for (const args of [["board"], ["doctor"]]) expectClean(args, await inPipe(args, { cwd: place, env: bare }));

  const { url, github, repository, project } = await startBoard({ now: Date.now });
  github.addIssue(repository, EVIL, { project, card: { "Workflow State": "Backlog" } });
  const hub = bareEnv({
    HOME: home,
    SIGNALBOX_DATABASE: join(folder, "hub.db"),
    GITHUB_API_URL: url,
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_OWNER: "acme",
    SIGNALBOX_GITHUB_REPO: "shop",
    SIGNALBOX_GITHUB_PROJECT: "7",
  });
  for (const args of [
    ["ticket", "list"],
    ["ticket", "list", "--json"],
    ["ticket", "show", "1"],
  ]) {
    const output = await inPipe(args, { cwd: folder, env: hub });
    expect(output).toContain("evil");
    expectClean(args, output);
  }
});

function expectClean(args: readonly string[], output: string): void {
  const found = BAD.exec(output.replaceAll(OURS, ""));
  const around =
    found && JSON.stringify(output.replaceAll(OURS, "").slice(Math.max(0, found.index - 60), found.index + 20));
  expect({ args, around }).toEqual({ args, around: null });
  expect(output).not.toContain("\u001b[35mevil");
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Both outputs. */
async function inPipe(args: readonly string[], place: Place = { cwd: folder, env }): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { ...place, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return out + err;
}

async function onTerminal(args: readonly string[]): Promise<string> {
  const child = spawn("script", ["-qec", commandLine(args), "/dev/null"], {
    cwd: folder,
    env: { ...env, SHELL: "/bin/sh" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
  return out;
}

function commandLine(args: readonly string[]): string {
  return [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(" ");
}
