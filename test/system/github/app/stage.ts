// An App that is installed for the board's organisation, and its key in a file.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Installation, type InstallationOptions } from "../../../../src/github/client/installation/installation.ts";
import type { ClientOptions } from "../../../../src/github/client/client.ts";
import { keyReader } from "../../../../src/setup/github/app-settings.ts";
import { newKey } from "../../../support/github/fake/apps.ts";
import { Site, type Machine } from "../../../support/github/world.ts";

export const KEY = newKey();
export const OTHER_KEY = newKey();

export async function withApp() {
  const site = await Site.open();
  const folder = mkdtempSync(join(tmpdir(), "signalbox-app-"));
  onTestFinished(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });
  const { github, repository, project } = site;
  const app = github.apps.add(77, "signalbox-acme", KEY);
  const installed = github.apps.install(app, "acme");
  const file = join(folder, "app.pem");
  const putKey = (text: string): void => writeFileSync(file, text);
  putKey(KEY);
  const issue = github.addIssue(repository, "First", { project, card: { "Workflow State": "Research Needed" } });
  const act = (more: Partial<InstallationOptions> = {}): Installation =>
    new Installation({
      app: "77",
      key: keyReader(`file:${file}`, {}),
      repository: { owner: "acme", repo: "shop" },
      apiUrl: site.url,
      clock: site.clock,
      ...more,
    });
  const machine = (tokens = act(), client: Partial<ClientOptions> = {}): Promise<Machine> =>
    site.machine({ client: { tokens, ...client } });
  return { site, github, app, installed, issue, file, putKey, act, machine };
}

/** So often this was asked for since the last count. */
export function counted(github: { countRequests(): { readonly operations: readonly string[] } }): readonly string[] {
  return github.countRequests().operations;
}
