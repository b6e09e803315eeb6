// What a skill of a run says to do, in its order: documents to read, calls to make, a document to leave.

import { callsIn, RUN_SKILLS, type ShownCall, type SkillFile } from "./calls.ts";

export type Step =
  | { readonly kind: "read"; readonly paths: readonly string[] }
  | { readonly kind: "call"; readonly call: ShownCall }
  /** `asked`: what has to stand in it. */
  | { readonly kind: "leave"; readonly path: string; readonly asked: readonly string[] };

const DOCUMENT = /`(docs\/runs\/SESSION\/[\w/-]+\.md)`/g;

export function stepsOf(skill: string): readonly Step[] {
  return stepsIn(RUN_SKILLS.find(({ name }) => name === skill) ?? missing(skill));
}

/** Of a text that somebody was shown. */
export function stepsIn(skill: SkillFile): readonly Step[] {
  const calls = callsIn(skill).values();
  return [...skill.text.matchAll(/^\d\. (Read|Leave) .*$|^```json$/gm)].map(([line, verb]): Step => {
    if (verb === undefined) return { kind: "call", call: calls.next().value ?? missing(skill.name) };
    const paths = documentsIn(line);
    if (verb === "Read") return { kind: "read", paths };
    return { kind: "leave", path: paths[0] ?? missing(skill.name), asked: askedIn(line) };
  });
}

/** A line like: Leave `PATH`, for a stranger: one thing; another thing. Commit it. */
function askedIn(line: string): readonly string[] {
  const [, list = ""] = /\.md`[^:]*: (.+?)\. Commit it/.exec(line) ?? [];
  return list === "" ? [] : list.split("; ");
}

export function documentsIn(text: string): readonly string[] {
  return [...text.matchAll(DOCUMENT)].map(([, path = ""]) => path);
}

/** Without its head and its calls. */
export function proseOf({ text }: SkillFile): string {
  return text.slice(text.indexOf("---\n\n") + 5).replaceAll(/^```json\n[^]*?^```$/gm, "");
}

function missing(skill: string): never {
  throw new Error(`${skill}: something that should be there is not`);
}
