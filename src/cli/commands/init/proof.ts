// What init finds out for a workflow with proof: the test command, the base branch, and where the base is fetched from.

import { resolve } from "node:path";
import type { Client } from "../../../setup/clients/client.ts";
import { findTests } from "../../../setup/proof/find-tests.ts";
import { proofFile } from "../../../setup/proof/proof-file.ts";
import { shipped } from "../../../workflows/shipped.ts";
import { baseBranch, pinnedOrigin } from "../../support/git.ts";
import { CliError } from "../../support/output.ts";

export interface ProofSetUp {
  readonly file: Client;
  readonly notes: readonly string[];
}

/** `command`: where the project's files don't say how its tests are run. */
export function prepareProof(folder: string, command: string | undefined): ProofSetUp {
  const found = command === undefined ? findTests(folder) : { check: { run: command }, by: "--tests" };
  if (!found) {
    throw new CliError(
      "how are this project's tests run? No package.json, pytest, go.mod, Cargo.toml or Makefile says it: say it with --tests <command>",
      2,
    );
  }
  const remote = remoteOf(folder);
  const base = baseBranch(folder) ?? "main";
  const { run, setup } = found.check;
  return {
    file: proofFile(shipped("ticket-proof").workflow, { tests: found.check, base, remote }),
    notes: [
      `tests: \`${run}\`${setup === undefined ? "" : ` after \`${setup}\``} (by ${found.by})`,
      `base: ${base}${remote === null ? ', and git has no origin to fetch it from: add "remote" to the file, so that `landed` can be looked up' : `, fetched from ${remote}`}`,
    ],
  };
}

/** What stands in a file that others read holds no password; a path is the same from wherever it is asked. */
function remoteOf(folder: string): string | null {
  const origin = pinnedOrigin(folder);
  if (origin === null) return null;
  const url = URL.parse(origin);
  if (url && /^(?:https?|ssh|git):$/.test(url.protocol)) {
    if (url.protocol.startsWith("http")) url.username = "";
    url.password = "";
    return url.href;
  }
  return /^[^/]+:/.test(origin) ? origin : resolve(folder, origin);
}
