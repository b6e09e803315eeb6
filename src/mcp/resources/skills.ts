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
  description: "How to do one kind of work, on a ticket or in a run.",
  mimeType: "text/markdown",
} as const;

const PREFIX = "signalbox";

/** What a skill is used on: it is told which one as a prompt's argument. */
export type SkillSubject = "ticket" | "run";

export interface SkillFolder {
  readonly folder: string;
  readonly about: SkillSubject;
}

export interface SkillText {
  readonly name: string;
  readonly about: SkillSubject;
  readonly description: string;
  readonly body: string;
}

export class SkillShelf {
  readonly #folders: readonly SkillFolder[];
  #texts: Promise<readonly SkillText[]> | null = null;
  #entries: Promise<readonly Entry[]> | null = null;

  constructor(folders: readonly SkillFolder[]) {
    this.#folders = folders;
  }

  texts = (): Promise<readonly SkillText[]> => (this.#texts ??= inAll(this.#folders, readTexts));

  /** As the skills extension describes them, with sizes and digests. */
  entries = async (): Promise<readonly Skill[]> => (await this.#loaded()).map(({ skill }) => skill);

  resources = async (): Promise<Resource[]> =>
    (await this.texts()).map(({ name, description }) => ({
      uri: `skill://${PREFIX}/${name}/SKILL.md`,
      name,
      description,
      mimeType: SKILL_TEMPLATE.mimeType,
    }));

  /** null: no such file is served. Only what is listed can be read, so that no address leads out of the folder. */
  read = async (uri: string): Promise<string | null> => {
    const holder = (await this.#loaded()).find(
      ({ skill: { resources } }) => resources !== "dynamic" && resources.some((file) => file.uri === uri),
    );
    if (!holder) return null;
    return readFile(join(holder.folder, uri.slice(`skill://${PREFIX}/`.length)), "utf8");
  };

  #loaded = (): Promise<readonly Entry[]> => (this.#entries ??= inAll(this.#folders, loadEntries));
}

interface Entry {
  readonly folder: string;
  readonly skill: Skill;
}

export function isSkillUri(uri: string): boolean {
  return uri.startsWith("skill://");
}

/** Made once: over HTTP every request has a server of its own. */
const LIST = { params: z.looseObject({}) };
const GET = { params: z.looseObject({ uri: z.string() }) };

/** The methods of the extension. The SDK's own wiring wants its high-level server, and this one is the other kind. */
export function serveSkills(server: Server, shelf: SkillShelf, keep: CacheHint): void {
  server.setRequestHandler("skills/list", LIST, async () => ({
    skills: [...(await shelf.entries())],
    ...keep,
  }));
  server.setRequestHandler("skills/get", GET, async ({ uri }) => {
    const skill = (await shelf.entries()).find((entry) => entry.uri === uri);
    if (skill) return { skill, ...keep };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri.slice(0, 200)}`);
  });
}

async function inAll<T>(
  folders: readonly SkillFolder[],
  read: (folder: SkillFolder) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  return (await Promise.all(folders.map(read))).flat();
}

async function readTexts({ folder, about }: SkillFolder): Promise<SkillText[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, "SKILL.md"), "utf8");
      const [, description, body] = /^---\nname: .+\ndescription: (.+)\n---\n\n([^]+)$/.exec(text) ?? [];
      if (description === undefined || body === undefined) throw new Error(`${folder}/${name}/SKILL.md has no head`);
      return { name, about, description, body };
    }),
  );
}

async function loadEntries({ folder }: SkillFolder): Promise<readonly Entry[]> {
  const { loadSkills } = await import("@modelcontextprotocol/server/ext/skills/node");
  const { entries } = await loadSkills(folder, { prefix: PREFIX, strict: true });
  return entries.map((skill) => ({ folder, skill }));
}
