// Under which name a key's facts are kept. Whoever says something else later takes their own word back, and nobody else's.

import { personSource } from "../../engine/evidence/fact.ts";
import { atDoor } from "../../engine/names.ts";
import type { KeptToken, KeptWitness } from "../ports/keys.ts";

export function sourceOfToken({ role, name }: Pick<KeptToken, "role" | "name">): string {
  if (role === "witness") return `token:${name}`;
  return role === "operator" || role === "member" ? personSource(name) : atDoor(name, "token");
}

/** By its file too: two workflows of one repository may look at different things. */
export function sourceOfJobs({ repositoryId, workflow }: Pick<KeptWitness, "repositoryId" | "workflow">): string {
  return `oidc:${repositoryId}:${workflow}`;
}
