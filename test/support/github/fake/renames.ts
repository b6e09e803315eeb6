// What people rename and move. A repository keeps its id, and its former names lead to it, in GraphQL as in REST. An issue
// that is transferred gets a number there, and a new id; REST leads on from its former name, GraphQL does not.

import { found } from "./problem.ts";
import { itemsOf, nameWithOwner, newId, type Issue, type Repository, type World } from "./world.ts";

export interface Kept {
  /** The issue's id, and its card's, stay. */
  readonly id?: boolean;
  readonly card?: boolean;
}

export function renameRepository(repository: Repository, owner: string, name: string): void {
  repository.formerNames.push(nameWithOwner(repository));
  Object.assign(repository, { owner, name });
}

export function transferIssue(world: World, issue: Issue, to: Repository, now: number, kept: Kept): void {
  const { id: former, number } = issue;
  const from = found(world.repositories.get(issue.repository), issue.repository);
  const id = kept.id ? former : newId(world, "I");
  const cards = itemsOf(world, former);
  world.issues.delete(former);
  Object.assign(issue, { id, repository: to.id, number: to.nextNumber++, labels: [], updatedAt: now });
  issue.transfers.push({ id: newId(world, "TE"), at: now, from: from.id });
  world.issues.set(id, issue);
  for (const { transferred } of world.repositories.values()) {
    for (const [at, to] of transferred) if (to === former) transferred.set(at, id);
  }
  from.transferred.set(number, id);
  for (const { item } of cards) Object.assign(item, { issue: id, ...(kept.card ? {} : { id: newId(world, "PVTI") }) });
  const renamed = (other: string): string => (other === former ? id : other);
  for (const other of world.issues.values()) {
    other.children = other.children.map(renamed);
    other.blockedBy = other.blockedBy.map(renamed);
    other.parent = other.parent === null ? null : renamed(other.parent);
  }
}

/** Where the name of an issue leads, over any number of transfers. */
export function issueLedTo(world: World, repository: Repository, number: number): Issue | undefined {
  const here = [...world.issues.values()].find(
    (issue) => issue.repository === repository.id && issue.number === number,
  );
  return here ?? world.issues.get(repository.transferred.get(number) ?? "");
}
