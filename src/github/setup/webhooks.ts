// How a person sets webhooks up: Signalbox does not do it, as its token need not be allowed to.

import { EVENTS, OF_PROJECT } from "../webhooks/events.ts";
import type { Project } from "./project.ts";

export interface WebhookSetUp {
  /** The page on which it is made. */
  readonly page: string;
  readonly events: readonly string[];
  readonly lines: readonly string[];
}

export function howToSetUpWebhooks(
  project: Project,
  home: { readonly owner: string; readonly repo: string },
): WebhookSetUp {
  const { origin } = new URL(project.url);
  const isOrganization = project.ownedBy === "organization";
  const page = isOrganization
    ? `${origin}/organizations/${project.owner}/settings/hooks/new`
    : `${origin}/${home.owner}/${home.repo}/settings/hooks/new`;
  const events = EVENTS.filter((event) => isOrganization || event !== OF_PROJECT);
  const lines = [
    "Webhooks are not needed. With them, what happens on GitHub is on the board within seconds:",
    "1. Make a secret: openssl rand -hex 32 > webhook-secret && chmod 600 webhook-secret",
    "2. Start the server with it: SIGNALBOX_GITHUB_WEBHOOK_SECRET=file:/PATH/TO/webhook-secret signalbox serve --allow-host NAME",
    `3. On ${page}: payload URL https://NAME/github/webhooks, content type application/json, the secret,`,
    `   and these events: ${events.join(", ")}`,
    ...(isOrganization
      ? ["   A GitHub App's webhook with the same events does as well."]
      : ["   GitHub sends none for a user's project: cards that are dragged there are seen by looks, as before."]),
  ];
  return { page, events, lines };
}
