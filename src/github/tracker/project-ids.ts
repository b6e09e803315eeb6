// Where a board is on GitHub, by GitHub's own ids. They don't change, so that they are asked for once; every look at a
// ticket brings those of the fields anew, as options come and go.

import { listed } from "../../engine/words.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { meaningOf, optionFor, type Layout, type Selected } from "../layout/layout.ts";
import { LABELS, REPOSITORY } from "../operations/set-up.ts";
import { writeTogether } from "../operations/write.ts";
import { allPages } from "../client/pages.ts";
import { findProject, type Project } from "../setup/project.ts";
import type { Fields, ProjectName, Select } from "../read/look.ts";
import type { SeenRepository, TicketKeys } from "./keys.ts";

export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

const LABEL_COLOR = "ededed";

export class ProjectIds {
  readonly #client: GitHubClient;
  readonly #store: TrackerStore;
  readonly #project: ProjectName;
  #fields: Fields | null = null;
  readonly #repositories = new Map<string, string>();
  readonly #keys: TicketKeys;
  readonly #layout: Layout;

  constructor(client: GitHubClient, store: TrackerStore, project: ProjectName, keys: TicketKeys, layout: Layout) {
    this.#layout = layout;
    this.#keys = keys;
    this.#client = client;
    this.#store = store;
    this.#project = project;
  }

  /** As a look has brought them. */
  learn(fields: Fields | null): void {
    if (fields) this.#fields = fields;
  }

  async fields(): Promise<Fields> {
    const home = this.#keys.homeIsKnown ? null : this.#keys.homeName;
    const tell = (seen: SeenRepository): Promise<void> => (home ? this.#keys.learn(home, seen) : Promise.resolve());
    this.#fields ??= fieldsOf(await findProject(this.#client, this.#project, home && { ...home, tell }), this.#layout);
    return this.#fields;
  }

  /** Remembered by the store too, so that a new process need not ask. */
  async project(): Promise<string> {
    if (this.#fields) return this.#fields.project;
    const name = `github-project ${this.#project.owner}/${this.#project.number}`;
    const known = await this.#store.notes.get(name);
    if (known !== null) return known;
    const { project } = await this.fields();
    await this.#store.notes.replace(name, null, project);
    return project;
  }

  async repository({ owner, repo }: RepositoryName): Promise<string> {
    const name = `${owner}/${repo}`.toLowerCase();
    const known = this.#keys.homeId({ owner, repo }) ?? this.#repositories.get(name);
    if (known !== undefined) return known;
    const { repository } = await this.#client.query(REPOSITORY, { owner, repo });
    if (!repository) {
      throw new GitHubError(
        "github_settings",
        `There is no repository ${owner}/${repo}, or the token can't see it.`,
        "Check SIGNALBOX_GITHUB_OWNER and SIGNALBOX_GITHUB_REPO, and what the token may see.",
      );
    }
    await this.#keys.learn({ owner, repo }, repository);
    this.#repositories.set(name, repository.id);
    return repository.id;
  }

  /** Ids by name in lower case, as GitHub tells labels apart; those that the repository does not have yet are made. */
  async labels(where: RepositoryName, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const ids = await this.#labelIds(where);
    const missing = new Map(
      names.filter((name) => !ids.has(name.toLowerCase())).map((name) => [name.toLowerCase(), name]),
    );
    if (missing.size === 0) return ids;
    const repositoryId = await this.repository(where);
    const { operation, variables } = writeTogether(
      [...missing.values()].map((name, index) => ({
        alias: `label${index}`,
        kind: "createLabel",
        input: { repositoryId, name, color: LABEL_COLOR },
      })),
    );
    await this.#client.mutate(operation, variables);
    return this.#labelIds(where);
  }

  async #labelIds(where: RepositoryName): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    const repository = await this.repository(where);
    const pages = allPages(this.#client, LABELS, { repository }, ({ node }) =>
      node && "labels" in node ? node.labels : null,
    );
    for await (const { id, name } of pages) ids.set(name.toLowerCase(), id);
    return ids;
  }
}

/** The option that stands for a value. */
export function optionOf({ options }: Select, layout: Layout, kind: Selected, value: string): string {
  const option = optionFor(layout, kind, value, options);
  if (option) return option.id;
  const field = layout.names[kind];
  if (kind === "state") {
    throw new GitHubError(
      "github_settings",
      `The project has no option "${value}" in its field "${field}". Nothing was written.`,
      "Add it with `signalbox init --github`, which keeps what is there.",
    );
  }
  const known = options.map(({ name }) => {
    const meaning = meaningOf(layout, kind, name);
    return meaning === name ? name : `${name} (${meaning})`;
  });
  throw new GitHubError(
    "github_settings",
    `The project has no option for ${value} in its field "${field}". Nothing was written.`,
    `It has ${listed(known, "and")}: take one of those, or add one on GitHub and run \`signalbox init --github\` again.`,
  );
}

export function noField({ names }: Layout, kind: Selected): GitHubError {
  return new GitHubError(
    "github_settings",
    `The project has no field "${names[kind]}". Nothing was written.`,
    "Add it with `signalbox init --github`, which keeps what is there.",
  );
}

function fieldsOf(project: Project, { names }: Layout): Fields {
  const select = (name: string): Select | null => project.fields.find((field) => field.name === name) ?? null;
  return {
    project: project.id,
    state: select(names.state),
    priority: select(names.priority),
    estimate: select(names.estimate),
    status: select(names.status),
  };
}
