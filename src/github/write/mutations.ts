// Effects as mutations, and what came back of each compared with what was to be written.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import { meaningOf, type Layout, type Selected } from "../layout/layout.ts";
import { statusFor } from "../layout/status.ts";
import type { Write, WriteAnswers } from "../operations/write.ts";
import type { CardPartsFragment } from "../operations/types.generated.ts";
import type { Effect } from "./effects.ts";
import type { Fields, Select } from "../read/look.ts";
import { noField, optionOf } from "../tracker/project-ids.ts";
import { present, seenCard, seenComment, type Seen, type SeenCard, type SeenComment } from "../read/seen.ts";

export interface Target {
  readonly seen: Seen;
  readonly effects: readonly Effect[];
  readonly fields: Fields;
  /** GitHub's ids of issues at the other ends of links. */
  readonly issues: ReadonlyMap<Key, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly machine: Machine;
  readonly layout: Layout;
}

/** One effect with the mutations that bring it about; none: it has no place on this board. */
export interface Step {
  readonly effect: Effect;
  readonly writes: readonly Write[];
}

export function stepsFor(target: Target, prefix: string): readonly Step[] {
  return target.effects.map((effect) => ({ effect, writes: writesOf(effect, target, `${prefix}_${effect.kind}`) }));
}

function writesOf(effect: Effect, target: Target, alias: string): readonly Write[] {
  const { seen } = target;
  switch (effect.kind) {
    case "state":
    case "priority":
    case "estimate":
      return [fieldWrite(alias, target, effect.kind, effect.value)];
    case "status":
      return statusWrite(alias, target, effect.state);
    case "comment": {
      const name = `${alias}_${effect.id.slice(effect.id.lastIndexOf(".") + 1)}`;
      return [{ alias: name, kind: "comment", input: { subjectId: seen.id, body: effect.text } }];
    }
    case "close":
      return [
        {
          alias,
          kind: "close",
          input: { issueId: seen.id, stateReason: effect.completed ? "COMPLETED" : "NOT_PLANNED" },
        },
      ];
    case "reopen":
      return [{ alias, kind: "reopen", input: { issueId: seen.id } }];
    case "title":
      return [{ alias, kind: "edit", input: { id: seen.id, title: effect.text } }];
    case "body":
      return [{ alias, kind: "edit", input: { id: seen.id, body: effect.text } }];
    case "labels":
      return labelWrites(alias, target, effect.labels);
    case "parent":
      return parentWrites(alias, target, effect.parent);
    case "block":
    case "unblock": {
      const input = { issueId: seen.id, blockingIssueId: issueOf(target, effect.blocker) };
      const name = `${alias}_${[...target.issues.keys()].indexOf(effect.blocker)}`;
      return [{ alias: name, kind: effect.kind === "block" ? "addBlocker" : "removeBlocker", input }];
    }
  }
}

function fieldWrite(alias: string, target: Target, kind: Selected, value: string | null): Write {
  const { seen, fields, layout } = target;
  const select = fields[kind];
  if (value !== null && select) return setOption(alias, target, select, optionOf(select, layout, kind, value));
  if (value !== null) throw noField(layout, kind);
  return {
    alias,
    kind: "clearField",
    input: { projectId: fields.project, itemId: itemOf(seen), fieldId: select?.id ?? "" },
  };
}

function statusWrite(alias: string, target: Target, state: string): readonly Write[] {
  const { fields, machine, seen, layout } = target;
  const option = statusFor(layout, machine, state, fields.status?.options ?? []);
  if (!fields.status || !option || option.name === seen.card?.status?.name) return [];
  return [setOption(alias, target, fields.status, option.id)];
}

function setOption(alias: string, { seen, fields }: Target, { id: fieldId }: Select, option: string): Write {
  const place = { projectId: fields.project, itemId: itemOf(seen), fieldId };
  return { alias, kind: "setField", input: { ...place, value: { singleSelectOptionId: option } } };
}

function labelWrites(alias: string, { seen, labels }: Target, wanted: readonly string[]): readonly Write[] {
  const now = seen.labels ?? [];
  const add = wanted
    .filter((name) => !now.some((label) => label.name === name))
    .flatMap((name) => labels.get(name.toLowerCase()) ?? []);
  const remove = now.filter(({ name }) => !wanted.includes(name)).map(({ id }) => id);
  const writes: Write[] = [];
  if (add.length > 0) {
    writes.push({ alias: `${alias}_add`, kind: "addLabels", input: { labelableId: seen.id, labelIds: add } });
  }
  if (remove.length > 0) {
    writes.push({ alias: `${alias}_remove`, kind: "removeLabels", input: { labelableId: seen.id, labelIds: remove } });
  }
  return writes;
}

function parentWrites(alias: string, target: Target, parent: Key | null): readonly Write[] {
  const { seen } = target;
  if (parent !== null) {
    const input = { issueId: issueOf(target, parent), subIssueId: seen.id, replaceParent: true };
    return [{ alias, kind: "addChild", input }];
  }
  if (!seen.parent) return [];
  return [{ alias, kind: "removeChild", input: { issueId: seen.parent.id, subIssueId: seen.id } }];
}

/** Whether what came back is what was to be written. */
export function isConfirmed({ effect, writes }: Step, answers: WriteAnswers, layout: Layout): boolean {
  return writes.every(({ alias }) => {
    const answer = answers[alias];
    if (answer == null) return false;
    const card = cardIn(answer);
    if (card && (effect.kind === "state" || effect.kind === "priority" || effect.kind === "estimate")) {
      const option = card[effect.kind]?.name;
      return (option == null ? null : meaningOf(layout, effect.kind, option)) === effect.value;
    }
    if ("commentEdge" in answer) return answer.commentEdge?.node != null;
    if (effect.kind === "close" || effect.kind === "reopen") {
      return "issue" in answer && answer.issue !== null && "closed" in answer.issue
        ? answer.issue.closed === (effect.kind === "close")
        : false;
    }
    return true;
  });
}

/** The card as the last of these answers has it. */
export function cardAfter(steps: readonly Step[], answers: WriteAnswers, layout: Layout): SeenCard | null {
  const cards = steps.flatMap(({ writes }) => writes.map(({ alias }) => cardIn(answers[alias] ?? null)));
  const last = cards.findLast((card) => card !== null);
  return last ? seenCard(layout, last) : null;
}

/** The comments as the last of these answers has them. */
export function commentsAfter(steps: readonly Step[], answers: WriteAnswers): readonly SeenComment[] {
  const lists = steps.flatMap(({ writes }) =>
    writes.flatMap(({ alias }) => {
      const answer = answers[alias];
      const subject = answer && "subject" in answer ? answer.subject : null;
      return subject && "comments" in subject ? [present(subject.comments.nodes).map(seenComment)] : [];
    }),
  );
  return lists.at(-1) ?? [];
}

function cardIn(answer: WriteAnswers[string]): CardPartsFragment | null {
  return answer && "projectV2Item" in answer ? answer.projectV2Item : null;
}

function issueOf({ issues }: Target, key: Key): string {
  const id = issues.get(key);
  if (id !== undefined) return id;
  throw new GitHubError(
    "github_rejected",
    `GitHub has no issue ${key}. Nothing was written.`,
    "Look it up, then retry.",
  );
}

function itemOf(seen: Seen): string {
  if (seen.card) return seen.card.id;
  throw new GitHubError(
    "github_rejected",
    `The issue ${seen.key} is not on the board. Nothing was written.`,
    "Add it to the project on GitHub, then retry.",
  );
}
