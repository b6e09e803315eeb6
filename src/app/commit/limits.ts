// How much of what is taken. More is refused, with the limit; so is text that a database can't give back as it was.

import { argument, say, type Words } from "../../engine/acts.ts";
import { refuseAgentName, refuseName } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { refuseLong, refuseUnstorable } from "../../engine/texts.ts";
import type { Caller } from "../app.ts";

export const LIMITS = {
  title: { most: 256, unit: "characters" },
  reason: { most: 4 * 1024, unit: "bytes" },
  metadata: { most: 16 * 1024, unit: "bytes" },
  body: { most: 64 * 1024, unit: "bytes" },
  comment: { most: 64 * 1024, unit: "bytes" },
  label: { most: 100, unit: "characters" },
  name: { most: 200, unit: "characters" },
} as const;

export type Limited = keyof typeof LIMITS;

/** `shown`: where a surface has a name of its own for the field. */
export function checkText(field: string, value: string, limit: Limited, shown: Words = field): Refusal | null {
  const { unit } = LIMITS[limit];
  const size = unit === "bytes" ? Buffer.byteLength(value) : Array.from(value).length;
  return refuseLong(field, size, LIMITS[limit], shown) ?? refuseUnstorable(field, value, shown);
}

/** Who calls, and the name that the call was given: both are kept. */
export function checkNames(caller: Caller, requestId: string | undefined): Refusal | null {
  const id = requestId === undefined ? null : refuseName("request_id", requestId, say`${argument("request_id")}`);
  return checkCaller(caller) ?? id;
}

/** A person is called as they are called; agents choose their names. */
export function checkCaller({ actor }: Caller): Refusal | null {
  if (actor.kind === "person") return checkText("person", actor.name, "name");
  const { connection, agent } = actor.identity;
  return refuseAgentName("connection", connection) ?? (agent === null ? null : refuseAgentName("agent", agent));
}

/** The first refusal among several checks. */
export function firstRefusal(...checks: (Refusal | null)[]): Refusal | null {
  return checks.find((check) => check !== null) ?? null;
}
