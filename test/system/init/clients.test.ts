import { join } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import type { Client, Edit } from "../../../src/setup/clients/client.ts";
import { CLIENTS } from "../../../src/setup/clients/list.ts";
import { BROKEN_JSON, BROKEN_TOML, JSON_CASES, TOML_CASES } from "./befores.ts";

const KEYS: Readonly<Record<string, string>> = {
  claude: "mcpServers",
  cursor: "mcpServers",
  vscode: "servers",
  opencode: "mcp",
  gemini: "mcpServers",
};

/** What a client itself can't read must be refused. */
const UNREADABLE: Readonly<Record<string, readonly string[]>> = {
  claude: ["comments", "trailing commas"],
  gemini: ["trailing commas"],
};

const LAUNCH = ["npx", "-y", "signalbox", "mcp"] as const;

const SNAPSHOTS = join(import.meta.dirname, "__snapshots__");

function textOf(edit: Edit): string {
  if ("text" in edit) return edit.text;
  throw new Error("unchanged" in edit ? edit.unchanged : edit.refused);
}

const jsonClients = CLIENTS.filter(({ name }) => name !== "codex");
const cases = jsonClients.flatMap((client) =>
  Object.entries(JSON_CASES).map(([name, make]) => ({ client, name, before: make(KEYS[client.name] ?? "") })),
);
const readable = cases.filter(({ client, name }) => !UNREADABLE[client.name]?.includes(name));
const codex = CLIENTS.find(({ name }) => name === "codex");
if (!codex) throw new Error("there is no codex");
const all: { client: Client; name: string; before: string }[] = [
  ...readable,
  ...Object.entries(TOML_CASES).map(([name, before]) => ({ client: codex, name, before })),
];

describe("our entry in a client's configuration", () => {
  it.each(all)("$client.name: $name, as agreed on", async ({ client, name, before }) => {
    const file = join(SNAPSHOTS, client.name, name.replaceAll(" ", "-"));
    await expect(textOf(client.add(before, LAUNCH))).toMatchFileSnapshot(`${file}.txt`);
  });

  it.each(CLIENTS)("$name: a file that was not there", async (client) => {
    await expect(textOf(client.add(null, LAUNCH))).toMatchFileSnapshot(join(SNAPSHOTS, client.name, "no-file.txt"));
  });

  it.each(all)("$client.name: $name: every byte that was there is there still, in order", ({ client, before }) => {
    const after = textOf(client.add(before, LAUNCH));
    let from = 0;
    // But for the blanks of an object, or a file, that had nothing in it.
    for (const letter of before.trimEnd().replace("{} }", "{}}")) {
      const at = after.indexOf(letter, from);
      expect(at, after).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
  });

  it.each(all)("$client.name: $name: says the same with CRLF, and no line ends otherwise", ({ client, before }) => {
    if (!before.trim().includes("\n")) return;
    const after = textOf(client.add(before.replaceAll("\n", "\r\n"), LAUNCH));
    expect(after).toBe(textOf(client.add(before, LAUNCH)).replaceAll("\n", "\r\n"));
  });

  it.each(all)("$client.name: $name: starts what we ship", ({ client, before }) => {
    expect(client.launch(textOf(client.add(before, LAUNCH)))).toEqual(LAUNCH);
  });

  it.each(all)("$client.name: $name: a second time nothing is to be done", ({ client, before }) => {
    expect(client.add(textOf(client.add(before, LAUNCH)), LAUNCH)).toHaveProperty("unchanged");
  });

  it.each(all)(
    "$client.name: $name: taken out again, it is as it was where there were others",
    ({ client, before }) => {
      const after = textOf(client.remove(textOf(client.add(before, LAUNCH))));
      if (before.includes("git") && client !== codex) expect(after).toBe(before);
      const meaning = (text: string): unknown =>
        client === codex ? parseToml(text) : parseJson(text.replace("\uFEFF", ""), [], { allowTrailingComma: true });
      const emptied = JSON.stringify(meaning(after)).replace(
        /,?"(mcpServers|servers|mcp|\$schema)":(\{\}|"[^"]*")/g,
        "",
      );
      const original = JSON.stringify(meaning(before) ?? {}).replace(/,?"(mcpServers|servers|mcp)":\{\}/g, "");
      expect(emptied.replace("{,", "{")).toBe(original.replace("{,", "{"));
    },
  );
});

describe("an entry of somebody's own", () => {
  it.each(jsonClients)("is left to them: $name", (client) => {
    const own = `{ "${KEYS[client.name]}": { "signalbox": { "command": ["mine"], "env": { "A": "1" } } } }`;
    expect(client.add(own, LAUNCH)).toHaveProperty("unchanged");
  });

  it("is left to them in TOML", () => {
    expect(codex.add('[mcp_servers.signalbox]\ncommand = "mine"\n', LAUNCH)).toHaveProperty("unchanged");
    expect(codex.launch('[mcp_servers.signalbox]\ncommand = "mine"\n')).toEqual(["mine"]);
  });
});

describe("a file that can't be read", () => {
  const broken = [
    ...jsonClients.flatMap((client) =>
      Object.entries(BROKEN_JSON).map(([name, make]) => ({ client, name, text: make(KEYS[client.name] ?? "") })),
    ),
    ...Object.entries(BROKEN_TOML).map(([name, text]) => ({ client: codex, name, text })),
    ...cases
      .filter(({ client, name }) => UNREADABLE[client.name]?.includes(name))
      .map(({ client, name, before }) => ({ client, name, text: before })),
  ];

  it.each(broken)("$client.name: $name is refused", ({ client, text }) => {
    expect(client.add(text, LAUNCH)).toMatchObject({ refused: expect.stringMatching(/\w/) });
  });

  it("says where the mistake is", () => {
    expect(jsonClients[0]?.add('{\n  "mcpServers": {,}\n}', LAUNCH)).toMatchObject({
      refused: expect.stringContaining("line 2, column 18"),
    });
    expect(codex.add("a = 1\nb =\n", LAUNCH)).toMatchObject({ refused: expect.stringContaining("line 2") });
  });
});
