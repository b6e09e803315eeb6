// What of the user's own configuration a fetch needs to get in: credentials and the way through a proxy. Nothing that
// leads an address elsewhere, as `url.*.insteadOf` does.

import type { Repository } from "../repository.ts";

const WANTED = "^(credential|http|https|ssh)\\.";

/** As arguments before git's command. */
export async function fetchConfig(repository: Repository): Promise<readonly string[]> {
  const found: string[] = [];
  for (const scope of ["--system", "--global"]) {
    const question = ["config", scope, "--includes", "-z", "--get-regexp", WANTED];
    // Without such a file, or without such a setting, git says no.
    const said = (await repository.ask(question, { withUserConfig: true })) ?? "";
    found.push(...said.split("\0").filter((entry) => entry !== ""));
  }
  return found.flatMap((entry) => ["-c", entry.replace("\n", "=")]);
}
