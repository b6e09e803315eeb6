import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { SKILLS } from "./calls.ts";

async function connect(env: Record<string, string> = {}): Promise<{ client: StdioClient; database: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-skills-"));
  const database = join(folder, "board.db");
  const client = new StdioClient(database, env);
  onTestFinished(async () => {
    await client.leave();
    expect(client.strayLines).toEqual([]);
    rmSync(folder, { recursive: true });
  });
  await client.initialize();
  return { client, database };
}

describe("skills as prompts", () => {
  it("are all listed, each with the ticket's number as its argument, and no store is opened for it", async () => {
    const { client, database } = await connect();
    const { result } = await client.request("prompts/list");
    expect(result?.["prompts"]).toMatchObject(
      SKILLS.map(({ name }) => ({
        name,
        description: expect.stringContaining("Use when"),
        arguments: [{ name: "number", required: false }],
      })),
    );
    expect(existsSync(database)).toBe(false);
  });

  it("say the same as the file, and name the ticket", async () => {
    const { client } = await connect();
    for (const { name, text } of SKILLS) {
      const { result } = await client.request("prompts/get", { name, arguments: { number: "#7" } });
      const body = text.slice(text.indexOf("---\n\n") + 5);
      expect(result).toMatchObject({
        messages: [{ role: "user", content: { type: "text", text: `${body}\nThe ticket is #7.\n` } }],
      });
    }
    const { result } = await client.request("prompts/get", { name: "team" });
    expect(JSON.stringify(result)).not.toContain("The ticket is");
  });

  it("name the tools as this server lists them", async () => {
    const { client } = await connect({ SIGNALBOX_TOOL_PREFIX: "box_" });
    const { result } = await client.request("prompts/get", { name: "research" });
    expect(JSON.stringify(result)).toContain('{\\"tool\\": \\"box_handoff_ticket\\"');
    expect(JSON.stringify(result)).not.toContain('{\\"tool\\": \\"handoff_ticket\\"');
  });

  it.each([
    [{ name: "nonsense" }, "The prompts are hero, impl"],
    [{ name: "plan", arguments: { number: "seven" } }, "is no ticket's number"],
    [{ name: "plan", arguments: { ticket: "7" } }, "takes one argument, number"],
  ])("refuse %j in words", async (params, words) => {
    const { client } = await connect();
    expect(await client.request("prompts/get", params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(words) },
    });
  });
});

describe("skills through the extension", () => {
  it("is declared, and lists every skill with its size and digest", async () => {
    const { client } = await connect();
    const { result } = await client.request("skills/list");
    const skills = result?.["skills"] as { uri: string; resources: { uri: string; digest: string; size: number }[] }[];
    expect(skills.map(({ uri }) => uri)).toEqual(SKILLS.map(({ name }) => `skill://signalbox/${name}/SKILL.md`));
    for (const [index, { text }] of SKILLS.entries()) {
      expect(skills[index]?.resources).toMatchObject([
        { size: Buffer.byteLength(text), digest: `sha256:${createHash("sha256").update(text).digest("hex")}` },
      ]);
    }
    const again = new StdioClient("unused");
    const greeting = await again.initialize();
    await again.leave();
    expect(greeting.result).toMatchObject({ capabilities: { extensions: { "io.modelcontextprotocol/skills": {} } } });
  });

  it("gives one, and its text as a resource", async () => {
    const { client } = await connect();
    const uri = "skill://signalbox/plan/SKILL.md";
    expect((await client.request("skills/get", { uri })).result).toMatchObject({ skill: { uri } });
    const { result } = await client.request("resources/read", { uri });
    const text = SKILLS.find(({ name }) => name === "plan")?.text;
    expect(result).toMatchObject({ contents: [{ uri, mimeType: "text/markdown", text }] });
    const listed = (await client.request("resources/list")).result?.["resources"] as { uri: string }[];
    expect(listed.map((resource) => resource.uri)).toContain(uri);
  });

  it.each(["skill://signalbox/../../package.json", "skill://signalbox/plan/../../../package.json", "skill://other/x"])(
    "gives nothing that it does not list: %s",
    async (uri) => {
      const { client } = await connect();
      expect(await client.request("resources/read", { uri })).toHaveProperty("error");
      expect(await client.request("skills/get", { uri })).toHaveProperty("error");
    },
  );
});
