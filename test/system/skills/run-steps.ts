// What a skill of a run says to do, in its order: documents to read, calls to make, a document to leave.

import { RUN_CALLS, RUN_SKILLS, type ShownCall, type SkillFile } from "./calls.ts";

export type Step =
  | { readonly kind: "read"; readonly paths: readonly string[] }
  | { readonly kind: "call"; readonly call: ShownCall }
  | { readonly kind: "leave"; readonly path: string };

const DOCUMENT = /`(docs\/runs\/SESSION\/[\w/-]+\.md)`/g;

export function stepsOf(skill: string): readonly Step[] {
  const { text } = RUN_SKILLS.find(({ name }) => name === skill) ?? missing(skill);
  const calls = RUN_CALLS.filter((call) => call.skill === skill).values();
  return [...text.matchAll(/^\d\. (Read|Leave) .*$|^```json$/gm)].map(([line, verb]): Step => {
    if (verb === undefined) return { kind: "call", call: calls.next().value ?? missing(skill) };
    const paths = documentsIn(line);
    return verb === "Read" ? { kind: "read", paths } : { kind: "leave", path: paths[0] ?? missing(skill) };
  });
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
