import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JSON_CASES, TOML_CASES } from "./befores.ts";
import { everything, init, project } from "./project.ts";

const CRLF = JSON_CASES["comments"]?.("servers").replaceAll("\n", "\r\n") ?? "";

const SIX = {
  ".mcp.json": JSON_CASES["several servers"]?.("mcpServers") ?? "",
  ".cursor/mcp.json": JSON_CASES["tabs and no newline at the end"]?.("mcpServers") ?? "",
  ".vscode/mcp.json": CRLF,
  ".codex/config.toml": TOML_CASES["several servers"] ?? "",
  "opencode.jsonc": JSON_CASES["trailing commas"]?.("mcp") ?? "",
  ".gemini/settings.json": JSON_CASES["a byte order mark"]?.("mcpServers") ?? "",
};
const NAMES = "claude,cursor,vscode,codex,opencode,gemini";

describe("signalbox init", () => {
  it("writes to every client that is in use, a second time to none, and --undo restores every byte", () => {
    const folder = project(SIX);
    const before = everything(folder);
    const first = init(folder);
    expect(first).toMatchObject({ status: 0, err: "" });
    expect(first.out).toContain("Written: 6 files");
    expect(first.out).toContain('+ [mcp_servers.signalbox]\n+ command = "signalbox"');
    const written = everything(folder);
    for (const name of Object.keys(SIX)) expect(readFileSync(join(folder, name), "utf8")).toContain("signalbox");
    expect(init(folder)).toMatchObject({ status: 0, out: expect.stringContaining("Nothing to do.") });
    expect(everything(folder)).toEqual(written);
    expect(init(folder, "--undo")).toMatchObject({ status: 0, out: expect.stringContaining("Undone: 6 files") });
    expect(everything(folder)).toEqual(before);
    expect(init(folder, "--undo")).toMatchObject({ status: 0, out: "There is nothing to undo.\n" });
  });

  it("makes files that are not there, and takes them away again with their folders", () => {
    const folder = project();
    expect(init(folder, "--client", NAMES).status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8"))).toEqual({
      mcpServers: { signalbox: { command: "signalbox", args: ["mcp"] } },
    });
    expect(init(folder, "--undo").status).toBe(0);
    expect(everything(folder)).toEqual({});
  });

  it("keeps the receipt in git's folder, out of the project's files", () => {
    const folder = project({ ".git/HEAD": "ref: refs/heads/main\n" });
    init(folder, "--client", "claude");
    expect(existsSync(join(folder, ".git/signalbox/init.json"))).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual([".git", ".mcp.json"]);
  });

  it("shows what it would do, and does nothing, on a dry run", () => {
    const folder = project(SIX);
    const before = everything(folder);
    expect(init(folder, "--dry-run").out).toContain('+       "signalbox": {');
    expect(everything(folder)).toEqual(before);
  });

  it("writes nothing anywhere where one file can't be read, and says where the mistake is", () => {
    const folder = project({ ...SIX, ".cursor/mcp.json": '{\n  "mcpServers": {\n' });
    const before = everything(folder);
    const { status, out, err } = init(folder);
    expect(status).toBe(1);
    expect(out).toContain("Cursor (.cursor/mcp.json): left alone, because it has a syntax error at line 3, column 1");
    expect(err).toContain("nothing was written");
    expect(everything(folder)).toEqual(before);
  });

  it("undoes only its own entry in a file that was changed since, and says so", () => {
    const folder = project({ ".mcp.json": SIX[".mcp.json"] });
    init(folder, "--client", "claude");
    const file = join(folder, ".mcp.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"zebra": true', '"zebra": false'));
    expect(init(folder, "--undo").out).toContain("It was changed since: only the entry for signalbox is taken out.");
    expect(readFileSync(file, "utf8")).toBe(SIX[".mcp.json"].replace('"zebra": true', '"zebra": false'));
  });

  it("keeps its receipt for a file that can't be read when it is to be undone", () => {
    const folder = project();
    init(folder, "--client", "claude,cursor");
    writeFileSync(join(folder, ".mcp.json"), "{");
    expect(init(folder, "--undo")).toMatchObject({ status: 1, out: expect.stringContaining("left alone") });
    expect(existsSync(join(folder, ".cursor"))).toBe(false);
    writeFileSync(join(folder, ".mcp.json"), '{ "mcpServers": { "signalbox": {} } }');
    expect(init(folder, "--undo").status).toBe(0);
    expect(readFileSync(join(folder, ".mcp.json"), "utf8")).toBe('{ "mcpServers": { } }');
  });

  it("undoes one client and keeps the others", () => {
    const folder = project();
    init(folder, "--client", "claude,gemini");
    init(folder, "--undo", "--client", "gemini");
    expect(readdirSync(folder).toSorted()).toEqual([".mcp.json", ".signalbox"]);
  });

  it("finds out which clients somebody uses where the project shows none", () => {
    const folder = project({ "home/.codex/auth.json": "{}" });
    expect(init(folder).out).toContain("Codex (.codex/config.toml)");
    expect(existsSync(join(folder, ".mcp.json"))).toBe(false);
  });

  it("asks for a name where it finds none, and knows a slip", () => {
    expect(init(project())).toMatchObject({ status: 1, err: expect.stringContaining("--client") });
    expect(init(project(), "--client", "claud")).toMatchObject({
      status: 2,
      err: 'signalbox: there is no client "claud"; did you mean claude?\n',
    });
  });

  it("says it all as JSON too", () => {
    const folder = project();
    const plans = JSON.parse(init(folder, "--client", "claude", "--json").out) as object[];
    expect(plans).toMatchObject([{ client: "claude", file: ".mcp.json", does: "write", before: null, dryRun: false }]);
    expect(existsSync(join(folder, ".mcp.json"))).toBe(true);
  });
});
