// The skills that ship with the package, for clients that get them over the protocol. Read from their files when somebody
// first asks: a server that nobody asks for them pays nothing.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type Resource,
  type Server,
} from "@modelcontextprotocol/server";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import * as z from "zod";

export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";
export const SKILL_TEMPLATE = {
  uriTemplate: "skill://signalbox/{+path}",
  name: "skill",
  title: "A skill",
  description: "How to do one kind of work on a ticket.",
  mimeType: "text/markdown",
} as const;

const PREFIX = "signalbox";

export interface SkillText {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export class SkillShelf {
  readonly #folder: string;
  #texts: Promise<readonly SkillText[]> | null = null;
  #entries: Promise<readonly Skill[]> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  texts = (): Promise<readonly SkillText[]> => (this.#texts ??= readTexts(this.#folder));

  /** As the skills extension describes them, with sizes and digests. */
  entries = (): Promise<readonly Skill[]> => (this.#entries ??= loadEntries(this.#folder));

  resources = async (): Promise<Resource[]> =>
    (await this.texts()).map(({ name, description }) => ({
      uri: `skill://${PREFIX}/${name}/SKILL.md`,
      name,
      description,
      mimeType: SKILL_TEMPLATE.mimeType,
    }));

  /** null: no such file is served. Only what is listed can be read, so that no address leads out of the folder. */
  read = async (uri: string): Promise<string | null> => {
    const listed = (await this.entries()).flatMap(({ resources }) => (resources === "dynamic" ? [] : resources));
    if (!listed.some((file) => file.uri === uri)) return null;
    return readFile(join(this.#folder, uri.slice(`skill://${PREFIX}/`.length)), "utf8");
  };
}

export function isSkillUri(uri: string): boolean {
  return uri.startsWith("skill://");
}

/** The methods of the extension. The SDK's own wiring wants its high-level server, and this one is the other kind. */
export function serveSkills(server: Server, shelf: SkillShelf, keep: CacheHint): void {
  server.setRequestHandler("skills/list", { params: z.looseObject({}) }, async () => ({
    skills: [...(await shelf.entries())],
    ...keep,
  }));
  server.setRequestHandler("skills/get", { params: z.looseObject({ uri: z.string() }) }, async ({ uri }) => {
    const skill = (await shelf.entries()).find((entry) => entry.uri === uri);
    if (skill) return { skill, ...keep };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri.slice(0, 200)}`);
  });
}

async function readTexts(folder: string): Promise<SkillText[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, "SKILL.md"), "utf8");
      const [, description, body] = /^---\nname: .+\ndescription: (.+)\n---\n\n([^]+)$/.exec(text) ?? [];
      if (description === undefined || body === undefined) throw new Error(`${folder}/${name}/SKILL.md has no head`);
      return { name, description, body };
    }),
  );
}

async function loadEntries(folder: string): Promise<readonly Skill[]> {
  const { loadSkills } = await import("@modelcontextprotocol/server/ext/skills/node");
  return (await loadSkills(folder, { prefix: PREFIX, strict: true })).entries;
}
