import { automate, putCard } from "../happenings.ts";
import { found, Problem, unprocessable } from "../problem.ts";
import { checkProjectAccess, checkWriting, type Asking } from "../viewer.ts";
import { newId, newOptionId, type Field, type Item, type Option, type Project, type World } from "../world.ts";
import { fieldView, itemView } from "../views/project.ts";

const MOST_OPTIONS = 50;

interface Input<T> {
  readonly input: T;
}

interface Place {
  readonly projectId: string;
  readonly itemId: string;
  readonly fieldId: string;
}

export function projectMutations(asking: Asking) {
  const { world, now, token } = asking;
  const projectOf = (id: string): Project => {
    const project = found(world.projects.get(id), id);
    checkWriting(asking, "projects");
    checkProjectAccess(asking, project, true);
    project.updatedAt = now;
    return project;
  };
  const placeOf = ({ projectId, itemId, fieldId }: Place) => {
    const project = projectOf(projectId);
    const item = found(
      project.items.find(({ id }) => id === itemId),
      itemId,
    );
    const field = found(
      project.fields.find(({ id }) => id === fieldId),
      fieldId,
    );
    if (item.archived) throw unprocessable("The item is archived and cannot be updated");
    return { project, item, field };
  };
  return {
    updateProjectV2ItemFieldValue: ({ input }: Input<Place & { value: { singleSelectOptionId?: string | null } }>) => {
      const { project, item, field } = placeOf(input);
      const option = field.options.find(({ id }) => id === input.value.singleSelectOptionId);
      if (!option) throw new Problem("VALIDATION", "The single select option Id does not belong to the field");
      putCard(world, { project, item, field }, option, { by: token.login, now });
      return { projectV2Item: itemView(asking, project, item) };
    },
    clearProjectV2ItemFieldValue: ({ input }: Input<Place>) => {
      const { project, item, field } = placeOf(input);
      item.values.delete(field.id);
      item.updatedAt = now;
      return { projectV2Item: itemView(asking, project, item) };
    },
    addProjectV2ItemById: ({ input }: Input<{ projectId: string; contentId: string }>) => {
      const project = projectOf(input.projectId);
      const issue = found(world.issues.get(input.contentId), input.contentId);
      return { item: itemView(asking, project, addItem(world, project, issue.id, now, token.login)) };
    },
    createProjectV2Field: ({ input }: Input<NewField>) => {
      const project = projectOf(input.projectId);
      if (project.fields.some(({ name }) => name === input.name)) throw unprocessable("Name has already been taken");
      const field = addField(world, project, input.name, input.singleSelectOptions ?? []);
      return { projectV2Field: fieldView(field) };
    },
    updateProjectV2Field: ({ input }: Input<{ fieldId: string; singleSelectOptions: readonly OptionInput[] }>) => {
      const project = found(
        [...world.projects.values()].find(({ fields }) => fields.some(({ id }) => id === input.fieldId)),
        input.fieldId,
      );
      projectOf(project.id);
      const field = found(
        project.fields.find(({ id }) => id === input.fieldId),
        input.fieldId,
      );
      field.options = makeOptions(world, input.singleSelectOptions, field.options);
      dropLostValues(project, field);
      return { projectV2Field: fieldView(field) };
    },
  };
}

interface NewField {
  readonly projectId: string;
  readonly name: string;
  readonly singleSelectOptions?: readonly OptionInput[] | null;
}

export interface OptionInput {
  readonly id?: string | null;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

/** An issue has one card on a project: adding it again gives the card that is there. */
export function addItem(world: World, project: Project, issue: string, now: number, by: string): Item {
  const known = project.items.find((item) => item.issue === issue);
  if (known) return known;
  const item: Item = {
    id: newId(world, "PVTI"),
    issue,
    draft: null,
    by,
    archived: false,
    updatedAt: now,
    values: new Map(),
  };
  project.items.push(item);
  project.updatedAt = now;
  automate(world, found(world.issues.get(issue), issue), "added", now);
  return item;
}

export function addField(world: World, project: Project, name: string, options: readonly OptionInput[]): Field {
  const field: Field = {
    id: newId(world, "PVTSSF"),
    name,
    type: "SINGLE_SELECT",
    options: makeOptions(world, options, []),
  };
  project.fields.push(field);
  return field;
}

/**
 * GitHub keeps no history of a project's own fields. Its schema (looked up by the words history, changed and previous, and in
 * the union IssueTimelineItems) has ProjectV2ItemStatusChangedEvent, for the field Status alone, and events for the fields of
 * issues, which are others. Of a value there is what it is now, with createdAt, updatedAt, and creator, "the actor who created
 * the item". Whether another option makes another value, or changes the one that is there, it does not say: `valuesStay`.
 */
export function setValue(item: Item, field: Field, option: Option, by: string, now: number): void {
  const before = item.values.get(field.id);
  item.updatedAt = now;
  // Writing what is there already leaves its time and its author.
  if (before?.option === option.id) return;
  const first = field.valuesStay && before ? before : { by, firstAt: now };
  item.values.set(field.id, { option: option.id, by: first.by, firstAt: first.firstAt, at: now });
}

/** All options are overwritten: one that comes without its id is a new one, and the cards that carried it lose it. */
function makeOptions(world: World, wanted: readonly OptionInput[], before: readonly Option[]): Option[] {
  if (wanted.length > MOST_OPTIONS) throw unprocessable("A single select field can have at most 50 options");
  if (new Set(wanted.map(({ name }) => name)).size < wanted.length) throw unprocessable("Option names must be unique");
  return wanted.map(({ id, name, color, description }) => {
    if (id != null && !before.some((option) => option.id === id)) throw unprocessable(`There is no option ${id}`);
    return { id: id ?? newOptionId(world), name, color, description };
  });
}

function dropLostValues(project: Project, field: Field): void {
  for (const item of project.items) {
    const value = item.values.get(field.id);
    if (value && !field.options.some(({ id }) => id === value.option)) item.values.delete(field.id);
  }
}
