// Whether pull requests of tickets that live here are shown, and could be.

import { remoteRepository } from "../../setup/github/remote.ts";
import type { Settings } from "../../setup/settings.ts";
import { bad, fault, good, type Diagnosis } from "./diagnosis.ts";

const CHECK = "pull requests";

export async function checkPulls({ tracker, github }: Settings, folder: string): Promise<Diagnosis[]> {
  if (tracker !== "local") return [];
  const found = remoteRepository(github, folder);
  if (github.pulls === false) {
    if ("problem" in found) return [];
    return [good(CHECK, `Those of ${found.url} are not shown; \`signalbox init --pulls\` shows them.`)];
  }
  if ("problem" in found) {
    const fix = "Name the repository: `export SIGNALBOX_GITHUB_PULLS=owner/name`.";
    return [bad(CHECK, `They are not looked at: ${found.problem}.`, fix)];
  }
  const { examinePulls } = await import("../../setup/github/examine-pulls.ts");
  try {
    const sight = await examinePulls(github, found);
    if (sight === "seen") return [good(CHECK, `Those of ${found.url} are shown.`)];
    if (sight === "no token") return [bad(CHECK, "There is no token for GitHub.", "gh auth login")];
    return [bad(CHECK, `The token can't see ${found.url}.`, "Give it access to the repository, or use another one.")];
  } catch (error) {
    return [fault(CHECK, error, "Look at what the message says about GitHub.")];
  }
}
