import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLIENTS } from "../../../src/setup/clients/list.ts";
import { Receipt } from "../../../src/setup/receipt.ts";
import { planSetUp, setUp } from "../../../src/setup/set-up-clients.ts";
import { everything, init, project } from "./project.ts";

const LAUNCH = { words: ["signalbox", "mcp"], shared: true, mend: "" } as const;
const OTHER = '{\n  "mcpServers": {\n    "git": {}\n  }\n}\n';

function refused(folder: string, why: RegExp, ...args: string[]): void {
  const before = everything(folder);
  const { status, out } = init(folder, ...args);
  expect({ status, out }).toEqual({ status: 1, out: expect.stringMatching(why) });
  expect(everything(folder)).toEqual(before);
}

describe("a file that init must not touch", () => {
  it("is one that is not written in UTF-8: far from our entry something would be lost", () => {
    const latin = Buffer.from('{ "mcpServers": { "caf\u00e9": {} } }', "latin1");
    refused(project({ ".mcp.json": latin }), /left alone, because it is not written in UTF-8/);
    const wide = Buffer.from('\uFEFF{ "mcpServers": {} }', "utf16le");
    refused(project({ ".mcp.json": wide }), /not written in UTF-8/);
  });

  it("is one that says the same key twice: clients take the last one", () => {
    const twice = '{ "mcpServers": { "a": {} }, "mcpServers": { "b": {} } }';
    refused(project({ ".mcp.json": twice }), /"mcpServers" stands in it twice/);
  });

  it("is one that somebody has made read-only", () => {
    const folder = project({ ".mcp.json": OTHER });
    chmodSync(join(folder, ".mcp.json"), 0o444);
    refused(folder, /because it is read-only/);
    chmodSync(join(folder, ".mcp.json"), 0o640);
    expect(init(folder).status).toBe(0);
    expect(statSync(join(folder, ".mcp.json")).mode & 0o777).toBe(0o640);
    chmodSync(join(folder, ".mcp.json"), 0o444);
    refused(folder, /because it is read-only/, "--undo");
  });

  it("is none at all: a folder, a link to nothing, a file where a folder should be", () => {
    const folder = project({ ".mcp.json/inside": "" });
    refused(folder, /because it is no file/, "--client", "claude");
    const linked = project();
    symlinkSync("nowhere.json", join(linked, ".mcp.json"));
    const { status, out } = init(linked, "--client", "claude");
    expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining("a link to a file that is not there") });
    expect(lstatSync(join(linked, ".mcp.json")).isSymbolicLink()).toBe(true);
    refused(project({ ".cursor": "a file", "CLAUDE.md": "" }), /Cursor.*is no folder/);
  });
});

describe("a file in an odd place", () => {
  it("is changed where a link leads, and the link stays", () => {
    const folder = project({ "shared/mcp.json": OTHER });
    symlinkSync("shared/mcp.json", join(folder, ".mcp.json"));
    expect(init(folder).status).toBe(0);
    expect(readFileSync(join(folder, "shared/mcp.json"), "utf8")).toContain("signalbox");
    expect(init(folder, "--undo").status).toBe(0);
    expect(lstatSync(join(folder, ".mcp.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "shared/mcp.json"), "utf8")).toBe(OTHER);
  });

  it("is the project's own, also for somebody who stands deep inside it", () => {
    const folder = project({ ".git/HEAD": "ref: refs/heads/main\n", "src/deep/a.ts": "" });
    const { out, status } = init(join(folder, "src/deep"), "--client", "claude");
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining("Claude Code (../../.mcp.json)") });
    expect(existsSync(join(folder, ".mcp.json"))).toBe(true);
    expect(readdirSync(join(folder, "src/deep"))).toEqual(["a.ts"]);
    expect(init(join(folder, "src"), "--undo").status).toBe(0);
    expect(existsSync(join(folder, ".mcp.json"))).toBe(false);
  });

  it("is undone in this worktree, and not in the others that share the receipt", () => {
    const folder = project({
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "main/.git/worktrees/one/HEAD": "ref: refs/heads/one\n",
      "main/.git/worktrees/one/commondir": "../..\n",
      "one/.git": "gitdir: ../main/.git/worktrees/one\n",
    });
    for (const place of ["main", "one"]) expect(init(join(folder, place), "--client", "claude").status).toBe(0);
    expect(init(join(folder, "one"), "--undo").out).toContain("Undone: 1 file");
    expect(existsSync(join(folder, "one/.mcp.json"))).toBe(false);
    expect(existsSync(join(folder, "main/.mcp.json"))).toBe(true);
    expect(init(join(folder, "main"), "--undo").out).toContain("Undone: 1 file");
    expect(existsSync(join(folder, "main/.git/signalbox"))).toBe(false);
  });

  it("is large, and is written all the same", () => {
    const servers = Array.from({ length: 30_000 }, (_, index) => `    "s${index}": { "command": "x" }`).join(",\n");
    const folder = project({ ".mcp.json": `{\n  "mcpServers": {\n${servers}\n  }\n}\n` });
    const before = everything(folder);
    const { status, out } = init(folder);
    expect(status).toBe(0);
    expect(out.split("\n").length).toBeLessThan(40);
    expect(init(folder, "--undo").status).toBe(0);
    expect(everything(folder)).toEqual(before);
  });
});

describe("init that is told odd things", () => {
  it("takes a client that is named twice once", () => {
    const folder = project();
    expect(init(folder, "--client", "claude, claude").out).toContain("Written: 1 file");
    expect(init(folder, "--undo")).toMatchObject({ status: 0, out: expect.stringContaining("Undone: 1 file") });
    expect(everything(folder)).toEqual({});
  });

  it.each([
    ["cursr", "did you mean cursor?"],
    ["vs-code", "did you mean vscode?"],
    ["Claude", "did you mean claude?"],
    ["claude,geminy", "did you mean gemini?"],
    ["", "the clients are claude"],
    ["emacs", "the clients are claude"],
  ])("knows what --client %s may have meant", (names, hint) => {
    expect(init(project(), "--client", names)).toMatchObject({ status: 2, err: expect.stringContaining(hint) });
  });

  it("puts back what it has written where the rest can't be, and keeps no receipt", () => {
    const folder = project({ ".mcp.json": OTHER });
    const clients = CLIENTS.filter(({ name }) => ["claude", "gemini", "cursor"].includes(name));
    const plans = planSetUp(clients, { folder, home: join(folder, "home") }, LAUNCH);
    // In the moment between, something else has come to stand where a folder is wanted.
    writeFileSync(join(folder, ".gemini"), "");
    const before = everything(folder);
    expect(() => setUp(plans, new Receipt(join(folder, ".signalbox")))).toThrow("EEXIST");
    expect(everything(folder)).toEqual(before);
  });

  it("takes back its entry with what somebody has put below it", () => {
    const folder = project({ ".codex/config.toml": 'model = "x"\n' });
    init(folder);
    const file = join(folder, ".codex/config.toml");
    const own = '\n[mcp_servers.signalbox.env]\nSIGNALBOX_LOG = "debug"\n\n[tui]\nx = 1\n';
    writeFileSync(file, readFileSync(file, "utf8") + own);
    expect(init(folder, "--undo").status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe('model = "x"\n\n[tui]\nx = 1\n');
  });

  it("writes again what somebody took out by hand, and undoes it to what they had then", () => {
    const folder = project({ ".mcp.json": OTHER });
    init(folder);
    const theirs = OTHER.replace("git", "hg");
    writeFileSync(join(folder, ".mcp.json"), theirs);
    expect(init(folder).out).toContain("Written: 1 file");
    expect(init(folder, "--undo").status).toBe(0);
    expect(readFileSync(join(folder, ".mcp.json"), "utf8")).toBe(theirs);
  });

  it("undoes nothing on a dry run", () => {
    const folder = project({ ".mcp.json": OTHER });
    init(folder);
    const written = everything(folder);
    expect(init(folder, "--undo", "--dry-run")).toMatchObject({ status: 0, out: expect.stringContaining("signalbox") });
    expect(everything(folder)).toEqual(written);
  });
});
