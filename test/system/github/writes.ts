// The writes that tests of the client need, made of the same parts as those of the tracker.

import type { GitHubClient, Written } from "../../../src/github/client/client.ts";
import { writeTogether, type Write, type WriteAnswers } from "../../../src/github/operations/write.ts";

export function comment(
  client: GitHubClient,
  issue: { readonly id: string },
  body: string,
): Promise<Written<WriteAnswers>> {
  return send(client, [{ alias: "comment", kind: "comment", input: { subjectId: issue.id, body } }]);
}

export function moveAndComment(
  client: GitHubClient,
  place: { readonly project: string; readonly item: string; readonly field: string; readonly option: string },
  issue: { readonly id: string },
  body: string,
): Promise<Written<WriteAnswers>> {
  const { project, item, field, option } = place;
  const value = { singleSelectOptionId: option };
  return send(client, [
    { alias: "state", kind: "setField", input: { projectId: project, itemId: item, fieldId: field, value } },
    { alias: "comment", kind: "comment", input: { subjectId: issue.id, body } },
  ]);
}

function send(client: GitHubClient, writes: readonly Write[]): Promise<Written<WriteAnswers>> {
  const { operation, variables } = writeTogether(writes);
  return client.mutate(operation, variables);
}
