// Finding a project, a user's or an organisation's, with its fields.

import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import type {
  ProjectFieldsQuery,
  ProjectV2FieldType,
  ProjectV2SingleSelectFieldOptionColor,
} from "../operations/types.generated.ts";
import { PROJECT_FIELDS } from "../operations/set-up.ts";
import { allPages } from "../client/pages.ts";

export interface ProjectName {
  readonly owner: string;
  readonly number: number;
}

export interface Project {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly owner: string;
  readonly ownedBy: "user" | "organization";
  readonly closed: boolean;
  readonly mayUpdate: boolean;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: ProjectV2FieldType;
  /** Of fields that offer a choice; else empty. */
  readonly options: readonly Option[];
}

export interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: Color;
  readonly description: string;
}

export interface SeenHome {
  readonly id: string;
  readonly nameWithOwner: string;
}

export interface HomeAsked {
  readonly owner: string;
  readonly repo: string;
  readonly tell: (seen: SeenHome) => Promise<void>;
}

export type Color = ProjectV2SingleSelectFieldOptionColor;

/** `home`: a repository that is asked for along with it. */
export async function findProject(
  client: GitHubClient,
  { owner, number }: ProjectName,
  home: HomeAsked | null = null,
): Promise<Project> {
  const found: { project?: Omit<Project, "fields">; home?: SeenHome | null } = {};
  const also = home ? { withHome: true, homeOwner: home.owner, homeRepo: home.repo } : {};
  const pages = allPages(client, PROJECT_FIELDS, { owner, number, ...also }, (data) => {
    found.home = data.repository ?? null;
    const project = projectIn(data);
    if (!data.repositoryOwner || !project) return null;
    found.project = {
      id: project.id,
      number: project.number,
      title: project.title,
      url: project.url,
      owner: data.repositoryOwner.login,
      ownedBy: data.repositoryOwner.__typename === "Organization" ? "organization" : "user",
      closed: project.closed,
      mayUpdate: project.viewerCanUpdate,
    };
    return project.fields;
  });
  const fields: Field[] = [];
  for await (const field of pages) fields.push(toField(field));
  if (home && found.home) await home.tell(found.home);
  if (!found.project) throw missing({ owner, number });
  return { ...found.project, fields };
}

function projectIn({ repositoryOwner }: ProjectFieldsQuery) {
  return repositoryOwner && "projectV2" in repositoryOwner ? repositoryOwner.projectV2 : null;
}

interface RawField {
  readonly id: string;
  readonly name: string;
  readonly dataType: ProjectV2FieldType;
  readonly options?: readonly Option[];
}

export function toField({ id, name, dataType, options = [] }: RawField): Field {
  return { id, name, type: dataType, options };
}

/** GitHub says the same where there is none and where the token may not see it. */
function missing({ owner, number }: ProjectName): GitHubError {
  return new GitHubError(
    "github_project_missing",
    `There is no project ${number} of ${owner}, or the token can't see it.`,
    `Look at its number with \`gh project list --owner ${owner}\`.`,
  );
}
