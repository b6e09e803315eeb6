// What a repository may say. Anybody may have written `.signalbox/config.json`, and a clone brings it along: it may name
// the board, the project on GitHub and how things are shown. What leads elsewhere counts only after a person has trusted
// the file, or where a flag or the environment says it.

import { KnownError } from "../../app/commit/errors.ts";
import { listed } from "../../engine/words.ts";

const PULLS = "github.pulls";

/** The variable that says the same, for whoever would rather say it themselves. */
const LEADS_ELSEWHERE = {
  database: "SIGNALBOX_DATABASE",
  agent: "SIGNALBOX_AGENT",
  workflow: "SIGNALBOX_WORKFLOW",
  sessionWorkflow: "SIGNALBOX_SESSION_WORKFLOW",
  runWorkflow: "SIGNALBOX_RUN_WORKFLOW",
  // It sends the user's token out, though to GitHub alone.
  [PULLS]: "SIGNALBOX_GITHUB_PULLS",
} as const;

type LeadsElsewhere = keyof typeof LEADS_ELSEWHERE;

/** Settings of a file that nobody has trusted; those that a flag or the environment says anyway are not among them. */
export type Untrusted = Readonly<Record<string, unknown>>;

/** What of a file counts only after a person has trusted it. */
export function leadsElsewhere(file: Readonly<Record<string, unknown>>): Untrusted {
  const github = file["github"];
  const pulls = typeof github === "object" && github !== null && "pulls" in github ? github.pulls : undefined;
  return Object.fromEntries([
    ...Object.entries(file).filter(([name, value]) => name !== "$schema" && value !== undefined && leads(name, value)),
    ...(pulls === undefined || pulls === false ? [] : [[PULLS, pulls]]),
  ]);
}

/** An address leads elsewhere, whatever setting it stands in. */
function leads(name: string, value: unknown): boolean {
  return isKnown(name) || JSON.stringify(value).includes("://");
}

/** `given`: what this command's flags say. Throws where something is left that nobody has said but the file. */
export function demandTrust(
  settings: { readonly untrusted: Untrusted },
  given: { readonly database?: string | undefined } = {},
): void {
  const error = untrustedError(settings, given);
  if (error) throw error;
}

/** null: nothing is in the way. */
export function untrustedError(
  { untrusted }: { readonly untrusted: Untrusted },
  given: { readonly database?: string | undefined } = {},
  isServer = false,
): UntrustedSettingsError | null {
  const names = Object.keys(untrusted).filter((name) => name !== "database" || given.database === undefined);
  return names.length === 0 ? null : new UntrustedSettingsError(names, isServer);
}

/** Never another board in silence: nothing is opened until a person has decided. */
class UntrustedSettingsError extends KnownError {
  constructor(names: readonly string[], isServer: boolean) {
    const variables = names.flatMap((name) => (isKnown(name) ? [LEADS_ELSEWHERE[name]] : []));
    const instead = variables.length === 0 ? "takes them out of the file" : `sets ${listed(variables, "and")}`;
    super(
      "settings_untrusted",
      `.signalbox/config.json sets ${listed(names, "and")}, and no person has trusted this file.`,
      `A person runs \`signalbox trust\` in a terminal in this folder, or ${instead}${isServer ? "; then this server is to be started anew" : ""}.`,
    );
  }
}

function isKnown(name: string): name is LeadsElsewhere {
  return Object.hasOwn(LEADS_ELSEWHERE, name);
}
