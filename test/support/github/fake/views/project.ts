import { connection, type PageArguments } from "../connection.ts";
import { found } from "../problem.ts";
import { checkProjectAccess, type Asking } from "../viewer.ts";
import type { Field, Item, Project } from "../world.ts";
import { actorView } from "./actor.ts";
import { issueView, isVisible } from "./issue.ts";

export function projectView(asking: Asking, project: Project) {
  checkProjectAccess(asking, project);
  const { world, token } = asking;
  return {
    __typename: "ProjectV2",
    id: project.id,
    number: project.number,
    title: project.title,
    url: `https://github.com/orgs/${project.owner}/projects/${project.number}`,
    closed: project.closed,
    // To the second, as GitHub says it.
    updatedAt: new Date(Math.floor(project.updatedAt / 1000) * 1000).toISOString(),
    viewerCanUpdate: token.mayWrite,
    owner: () => actorView({ ...asking, world }, project.owner),
    field: ({ name }: { name: string }) => {
      const field = project.fields.find((candidate) => candidate.name === name);
      return field ? fieldView(field) : null;
    },
    fields: (args: PageArguments) => connection(project.fields, args, fieldView),
    items: (args: PageArguments) =>
      connection(
        project.items.filter(({ archived }) => !archived),
        args,
        (item) => itemView(asking, project, item),
      ),
  };
}

const FIELD_TYPES: Readonly<Partial<Record<Field["type"], string>>> = {
  SINGLE_SELECT: "ProjectV2SingleSelectField",
  ITERATION: "ProjectV2IterationField",
};

export function fieldView(field: Field) {
  return {
    __typename: FIELD_TYPES[field.type] ?? "ProjectV2Field",
    id: field.id,
    name: field.name,
    dataType: field.type,
    options: field.options,
  };
}

export function itemView(asking: Asking, project: Project, item: Item) {
  const issue = item.issue === null ? null : found(asking.world.issues.get(item.issue), item.issue);
  const visible = issue !== null && isVisible(asking, issue);
  return {
    __typename: "ProjectV2Item",
    id: item.id,
    type: issue === null ? "DRAFT_ISSUE" : visible ? "ISSUE" : "REDACTED",
    isArchived: item.archived,
    creator: actorView(asking, item.by),
    updatedAt: new Date(item.updatedAt).toISOString(),
    project: () => projectView(asking, project),
    content: () => {
      if (issue === null) return { __typename: "DraftIssue", id: item.id, title: item.draft };
      return visible ? issueView(asking, issue) : null;
    },
    fieldValueByName: ({ name }: { name: string }) => {
      const field = project.fields.find((candidate) => candidate.name === name);
      if (field?.type === "ITERATION" && item.iteration !== undefined) {
        return { __typename: "ProjectV2ItemFieldIterationValue", title: item.iteration };
      }
      const value = field && item.values.get(field.id);
      const option = field?.options.find(({ id }) => id === value?.option);
      if (!field || !value || !option) return null;
      return {
        __typename: "ProjectV2ItemFieldSingleSelectValue",
        optionId: option.id,
        name: option.name,
        createdAt: new Date(value.firstAt).toISOString(),
        updatedAt: new Date(value.at).toISOString(),
        creator: actorView(asking, value.by),
        field: fieldView(field),
      };
    },
  };
}
