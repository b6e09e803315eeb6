// Texts that are kept in a repository beside its commits: as notes under a ref of their own, and as tags.

import type { Repository } from "../repository.ts";

const NOTES = "refs/notes/signalbox";
const TAGS = "refs/tags/signalbox/";

/** What a remote is asked for, and given: neither is pushed or fetched by itself. */
export const REFS = { "git-note": NOTES, "git-tag": `${TAGS}*` } as const;

/** git wants to know who writes. Who vouches for a text is said by its signature. */
const WRITER = {
  GIT_AUTHOR_NAME: "Signalbox",
  GIT_AUTHOR_EMAIL: "signalbox@localhost",
  GIT_COMMITTER_NAME: "Signalbox",
  GIT_COMMITTER_EMAIL: "signalbox@localhost",
};

/** On a commit, after what was noted there before. */
export async function keepAsNote(repository: Repository, commit: string, text: string): Promise<void> {
  await repository.tell(["notes", `--ref=${NOTES}`, "append", "-F", "-", commit], { input: text, gitEnv: WRITER });
}

/**
 * The tag's object is made by hand: `git tag` signs where a repository's configuration says so, with the program that it
 * names. A tag that is there is not moved.
 */
export async function keepAsTag(repository: Repository, commit: string, name: string, text: string): Promise<void> {
  const when = Math.floor(Date.now() / 1_000);
  const lines = [
    `object ${commit}`,
    "type commit",
    `tag signalbox/${name}`,
    `tagger Signalbox <signalbox@localhost> ${when} +0000`,
  ];
  const tag = await repository.tell(["mktag"], { input: `${lines.join("\n")}\n\n${text}` });
  await repository.tell(["update-ref", `${TAGS}${name}`, tag, "0".repeat(tag.length)], { gitEnv: WRITER });
}

export async function readNotes(repository: Repository): Promise<string> {
  const listed = await repository.tell(["notes", `--ref=${NOTES}`, "list"]);
  if (listed === "") return "";
  const blobs = listed.split("\n").map((line) => line.split(" ")[0] ?? "");
  return repository.tell(["cat-file", "--batch"], { input: `${blobs.join("\n")}\n` });
}

export async function readTags(repository: Repository): Promise<string> {
  return repository.tell(["for-each-ref", "--format=%(contents)", TAGS]);
}
