// What a server needs to know whether a webhook is GitHub's.

import type { WebhookSecrets } from "../../http/routes/webhooks.ts";
import { webhookSecrets } from "../../setup/github/webhook-secrets.ts";
import { looseFile } from "../../setup/secret-reference.ts";
import type { Settings } from "../../setup/settings.ts";
import { CliError } from "../support/output.ts";
import { othersCanRead } from "./listen.ts";

type Where = Pick<Settings["github"], "webhookSecret">;

/** Read once at the start too: a person who starts a server is told at once that no webhook could be taken. */
export function secretsOf({ webhookSecret }: Where): WebhookSecrets {
  if (webhookSecret === undefined) return null;
  const read = (): readonly string[] => webhookSecrets(webhookSecret, process.env);
  try {
    read();
  } catch (error) {
    throw new CliError(`SIGNALBOX_GITHUB_WEBHOOK_SECRET can't be used: ${(error as Error).message}`);
  }
  return read;
}

export function looseSecret({ webhookSecret }: Where): string | null {
  const file = webhookSecret === undefined ? null : looseFile(webhookSecret);
  return file === null ? null : othersCanRead(file);
}
