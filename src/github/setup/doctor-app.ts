// Which App acts, where it is installed, and what it may and may not there.

import type { Workflow } from "../../engine/workflow/format.ts";
import { listed } from "../../engine/words.ts";
import { GitHubError, showUntil } from "../client/errors.ts";
import type { Installation } from "../client/installation/installation.ts";
import type { GitHubDiagnosis } from "./doctor.ts";
import { wantsEvidence } from "./doctor-evidence.ts";

interface Permission {
  /** By GitHub's name in its interface, and as its pages call it. */
  readonly name: string;
  readonly title: string;
  readonly level: "read" | "write";
}

const ALWAYS: readonly Permission[] = [
  { name: "issues", title: "Issues", level: "write" },
  { name: "contents", title: "Contents", level: "write" },
];
const PROJECTS: Permission = { name: "organization_projects", title: "Projects (of the organization)", level: "write" };
const FOR_EVIDENCE: readonly Permission[] = [
  { name: "pull_requests", title: "Pull requests", level: "read" },
  { name: "checks", title: "Checks", level: "read" },
  { name: "statuses", title: "Commit statuses", level: "write" },
];
const LEVELS: readonly (string | undefined)[] = [undefined, "read", "write", "admin"];

export async function examineApp(installation: Installation, workflow: Workflow): Promise<readonly GitHubDiagnosis[]> {
  try {
    const id = await installation.id();
    const [app, place] = [
      await installation.requests.send({ method: "GET", path: "/app" }),
      await installation.requests.send({ method: "GET", path: `/app/installations/${id}` }),
    ];
    const { permissions, expiresAt } = await installation.current();
    const { slug = "?", name = slug } = app?.data ?? {};
    const account = (place?.data["account"] ?? {}) as { readonly login?: unknown };
    const until = showUntil(expiresAt, app?.now ?? expiresAt);
    const lacks = wanted(installation, workflow).filter(({ name: one, level }) => !isAtLeast(permissions[one], level));
    return [
      good(`The App ${words(name)} (${installation.requests.app}) acts as ${words(slug)}[bot].`),
      good(
        `Its installation ${id} is that of ${words(account.login)}; its token ends at ${until}, and is renewed before.`,
      ),
      lacks.length > 0
        ? bad(`The App lacks ${lacking(lacks)}.`, allow(words(place?.data["html_url"] ?? "its page on GitHub")))
        : good(`The App has the permissions ${shown(permissions)}.`),
    ];
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return [bad(error.what, error.recovery)];
  }
}

function wanted({ hasTwo }: Installation, workflow: Workflow): readonly Permission[] {
  return [...ALWAYS, ...(hasTwo ? [] : [PROJECTS]), ...(wantsEvidence(workflow) ? FOR_EVIDENCE : [])];
}

function isAtLeast(has: string | undefined, level: string): boolean {
  return LEVELS.indexOf(has) >= LEVELS.indexOf(level);
}

function lacking(permissions: readonly Permission[]): string {
  const names = permissions.map(({ title, level }) => `${title}: ${level === "write" ? "read and write" : "read"}`);
  return `the ${names.length === 1 ? "permission" : "permissions"} ${listed(names, "and")}`;
}

function allow(page: string): string {
  return `Add it in the App's settings on GitHub, then accept it at ${page}`;
}

function shown(permissions: Readonly<Record<string, string>>): string {
  return Object.entries(permissions)
    .map(([name, level]) => `${name} (${level})`)
    .toSorted()
    .join(", ");
}

function words(value: unknown): string {
  return typeof value === "string" ? value : "?";
}

function good(what: string): GitHubDiagnosis {
  return { check: "App", ok: true, what, fix: null };
}

function bad(what: string, fix: string): GitHubDiagnosis {
  return { check: "App", ok: false, what, fix };
}
