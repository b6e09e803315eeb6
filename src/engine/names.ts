// Names that callers choose: of agents, requests, tasks, sessions and runs. They stand in what others read, in refusals,
// hooks and lines of a terminal, so that no name may look like another one or speak as the server.

import { say, type Words } from "./acts.ts";
import type { Identity } from "./facts.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { refuseLong, refuseUnstorable, type TextLimit } from "./texts.ts";
import { quote } from "./words.ts";

export const NAME_LIMIT: TextLimit = { most: 100, unit: "characters" };

/** Control characters, line and paragraph separators, marks of direction and whatever else formats and is not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** As nearly all of them are: letters, digits and signs of ASCII, each of which is seen as what it is. */
const PLAIN_NAME = /^[!-~]{1,100}$/;

/** Also what is drawn as nothing, and the looks of a letter: they make two names of one. */
const DRAWN_AS_NOTHING = /\p{Default_Ignorable_Code_Point}|\s/gu;

const OUR_OWN = "signalbox";

/** Over HTTP, with a token and without one. Other doors add nothing to a name. */
export const DOORS = ["token", "http"] as const;
export type Door = (typeof DOORS)[number];

const OF_A_DOOR = /^(.*)@(token|http)$/su;

/** How facts are signed by those who are no agents. */
const OF_A_WITNESS = /^(?:(?:person|token|oidc):|(?:check|git|github)$)/u;

/** Names of agents that came over HTTP end so; nobody may choose such a name. */
export function atDoor(name: string, door: Door): string {
  return `${name}@${door}`;
}

const PERSON = " (person)";

/** As everybody reads it: no agent's name ends so. */
export function asPerson(name: string): string {
  return `${name}${PERSON}`;
}

/** null: it came through none that adds its name. */
export function doorOf(connection: string): Door | null {
  return DOORS.find((door) => connection.endsWith(`@${door}`)) ?? null;
}

/** Without its door. */
export function nameAt(connection: string): string {
  return OF_A_DOOR.exec(connection)?.[1] ?? connection;
}

/** It was given for one call, and nobody can show that it is theirs. */
export function isNameless({ connection }: Identity): boolean {
  return doorOf(connection) === "http";
}

/** `shown`: where a surface has a name of its own for the field. null: it may be called so. */
export function refuseName(field: string, name: string, shown: Words = field): Refusal | null {
  if (PLAIN_NAME.test(name)) return null;
  if (name.replaceAll(DRAWN_AS_NOTHING, "") === "") {
    return refuse("blank_name", say`${shown} is blank.`, say`retry with ${shown} set to a name.`, { field });
  }
  const unfit = refuseLong(field, Array.from(name).length, NAME_LIMIT, shown) ?? refuseUnstorable(field, name, shown);
  if (unfit) return unfit;
  const [unseen] = UNSEEN.exec(name) ?? [];
  if (unseen === undefined) return null;
  const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return refuse(
    "invalid_name",
    say`${shown} holds the character U+${code}, which can't be seen: a name is one line of plain text.`,
    say`retry with ${shown} without control characters, line breaks and marks of direction.`,
    { field, character: `U+${code}` },
  );
}

/** Who acts, wherever the name comes from. */
export function refuseAgentName(field: string, name: string, shown: Words = field): Refusal | null {
  const bare = nameAt(name);
  const unfit = refuseName(field, bare, shown) ?? (isOurs(bare) ? reserved(field, name, shown) : null);
  if (unfit || !folded(bare).endsWith(folded(PERSON))) return unfit;
  return refuse(
    "invalid_name",
    say`${shown} can't be ${quote(name)}: names that end in "(person)" are those of people.`,
    say`retry with ${shown} set to a name that does not end so.`,
    { field },
  );
}

/** Who acts, as somebody has chosen to be called: nobody calls themselves like an agent of another door. */
export function refuseChosenName(field: string, name: string): Refusal | null {
  const unfit = refuseAgentName(field, name);
  if (unfit) return unfit;
  const [first = ""] = name.split("/");
  if (OF_A_WITNESS.test(folded(first))) {
    return refuse(
      "invalid_name",
      `${field} can't be ${quote(name)}: what is known of a commit is signed so by others.`,
      `retry with ${field} set to another name.`,
      { field },
    );
  }
  const door = doorOf(folded(first));
  if (door === null) return null;
  return refuse(
    "invalid_name",
    `${field} can't be ${quote(name)}: names that end in "@${door}" are those of agents that come over HTTP.`,
    `retry with ${field} set to a name that does not end so.`,
    { field },
  );
}

/** A client's own name for itself, which nobody at the keyboard can change: made safe instead of refused. */
export function safeName(name: string | undefined, most: number): string {
  const plain = (name ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, most)
    .replaceAll(/^-+|-+$/g, "");
  if (plain === "") return "agent";
  return plain.startsWith(OUR_OWN) || OF_A_WITNESS.test(plain) ? `client-${plain}` : plain;
}

function isOurs(name: string): boolean {
  return name.split("/").some((part) => folded(part) === OUR_OWN);
}

function folded(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toLowerCase();
  return name.normalize("NFKC").replaceAll(DRAWN_AS_NOTHING, "").toLowerCase();
}

function reserved(field: string, name: string, shown: Words): Refusal {
  return refuse(
    "invalid_name",
    say`${shown} can't be ${quote(name)}: that is the server's own name.`,
    say`retry with ${shown} set to another name.`,
    { field },
  );
}
