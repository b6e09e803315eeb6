// Whether webhooks arrive, where they are set up: by what the servers of the board have noted in its store.

import { stamp } from "../../engine/facts.ts";
import { listed } from "../../engine/words.ts";
import { EVENTS } from "../../github/webhooks/events.ts";
import { NOTHING_HEARD, readHeard, type Heard } from "../../github/webhooks/heard.ts";
import { webhookSecrets } from "../../setup/github/webhook-secrets.ts";
import type { Settings } from "../../setup/settings.ts";
import { StoreError } from "../../store/errors.ts";
import { openDriver } from "../../store/open.ts";
import { trackerStore } from "../../store/tracker-store.ts";
import { showLongMoment } from "../screens/times.ts";
import { placeOf } from "../support/database.ts";
import { bad, fault, good, type Diagnosis } from "./diagnosis.ts";

const CHECK = "GitHub webhooks";
const DELIVERIES =
  'Look at "Recent Deliveries" in GitHub\'s settings of the webhook: it says what the server answered.';

export async function checkWebhooks(settings: Settings, folder: string): Promise<Diagnosis[]> {
  const { tracker, github } = settings;
  if (tracker !== "github") return [];
  if (github.webhookSecret === undefined) {
    return [good(CHECK, "Not set up, and not needed: changes are seen by looks. See docs/github.md.")];
  }
  try {
    webhookSecrets(github.webhookSecret, process.env);
  } catch (error) {
    const fix = "Make one with `openssl rand -hex 32`, and let SIGNALBOX_GITHUB_WEBHOOK_SECRET lead to it.";
    return [bad(CHECK, `The secret can't be read: ${(error as Error).message}.`, fix)];
  }
  try {
    return [diagnose(await heardIn(settings, folder))];
  } catch (error) {
    if (error instanceof StoreError && error.code === "store_missing") return [diagnose(NOTHING_HEARD)];
    return [fault(CHECK, error, "Look at what the message says about the database.")];
  }
}

async function heardIn(settings: Settings, folder: string): Promise<Heard> {
  const { database, own } = placeOf(settings, undefined, folder);
  const board = settings.board === undefined ? {} : { board: settings.board };
  const driver = await openDriver({ database, own, create: false, connections: settings.connections, ...board });
  try {
    return await readHeard(trackerStore(driver, false));
  } finally {
    await driver.close();
  }
}

function diagnose({ kinds, refused, elsewhere }: Heard): Diagnosis {
  const came = Object.values(kinds);
  const last = Math.max(...came.map(({ at }) => at));
  const wrong = refused ? ` ${refused.count} were refused, the last at ${show(refused.at)}.` : "";
  if (came.length === 0) return bad(CHECK, `None has come that was signed.${wrong}`, DELIVERIES);
  const total = came.reduce((sum, { count }) => sum + count, 0);
  const missing = EVENTS.filter((event) => !kinds[event]);
  const what = [
    `${total} have come, the last at ${show(last)}.${wrong}`,
    ...(elsewhere ? [`${elsewhere.count} were of other projects or repositories.`] : []),
    ...(missing.length > 0 ? [`Never seen: ${listed(missing, "and")}.`] : []),
  ].join(" ");
  // A secret that was replaced on one side alone.
  return refused && refused.at > last ? bad(CHECK, what, DELIVERIES) : good(CHECK, what);
}

function show(at: number): string {
  return showLongMoment(stamp(at));
}
