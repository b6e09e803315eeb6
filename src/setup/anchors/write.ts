// Writes an anchor where somebody wants it.

import { appendFileSync, statSync } from "node:fs";
import { writeAnchor, type Anchor } from "../../app/ledger/anchor.ts";
import { keepAsNote, keepAsTag, REFS } from "../../git/anchors/keep.ts";
import { signText } from "../../git/anchors/signature.ts";
import { orUnknown, Repository } from "../../git/repository.ts";
import { AnchorError } from "./error.ts";

export type AnchorPlace = { readonly kind: "git-note" | "git-tag" } | { readonly kind: "file"; readonly file: string };

/** null: it is none. */
export function readPlace(text: string): AnchorPlace | null {
  if (text === "git-note" || text === "git-tag") return { kind: text };
  const [, file] = /^file:(.+)$/.exec(text) ?? [];
  return file === undefined ? null : { kind: "file", file };
}

/** The file, if something stands in it. */
export function alreadyIn(place: AnchorPlace): readonly string[] {
  if (place.kind !== "file") return [];
  const stat = statSync(place.file, { throwIfNoEntry: false });
  return stat && stat.size > 0 ? [place.file] : [];
}

export interface AnchorWrite {
  readonly anchor: Anchor;
  readonly place: AnchorPlace;
  /** The key's file; null: it is not signed. */
  readonly key: string | null;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where it stands now, in words. */
export async function keepAnchor({ anchor, place, key, folder, env }: AnchorWrite): Promise<string> {
  const body = writeAnchor(anchor);
  const signature = key === null ? "" : await known(signText(body, key, env));
  const text = body + signature;
  if (place.kind === "file") {
    appendFileSync(place.file, `${text}\n`);
    return place.file;
  }
  const repository = new Repository(folder, { env });
  const commit = await known(repository.commit("HEAD"));
  if (commit === null) {
    throw new AnchorError("There is no commit here to anchor to.", "Make one, or name a file: --anchor file:PATH");
  }
  if (place.kind === "git-note") await known(keepAsNote(repository, commit, text));
  else await known(keepAsTag(repository, commit, `${anchor.row}-${anchor.time.replaceAll(/[^\dTZ]/g, "")}`, text));
  return `a ${place.kind.replace("-", " ")} on ${commit.slice(0, 12)}; it leaves this machine by: git push origin "${REFS[place.kind]}"`;
}

async function known<T>(answer: Promise<T>): Promise<T> {
  const got = await orUnknown(answer);
  if (typeof got === "object" && got !== null && "kind" in got && got.kind === "unknown") {
    throw new AnchorError(`The anchor was not written: ${got.why}`, "Put that right, and try again.");
  }
  return got as T;
}
