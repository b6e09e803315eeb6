// Where each setting comes from, and whether the project's file may be believed.

import { listed, quote } from "../../engine/words.ts";
import { SETTINGS_FILE, type Settings } from "../../setup/settings.ts";
import { bad, good, type Diagnosis } from "./diagnosis.ts";

export interface SettingSource {
  readonly name: string;
  /** A variable, or the project's file. */
  readonly from: string;
  /** false: it does not count before a person has trusted the file. */
  readonly counts: boolean;
}

export function sourcesOf({ origins, untrusted }: Settings): readonly SettingSource[] {
  return [
    ...Object.entries(origins).map(([name, from]) => ({ name, from, counts: true })),
    ...Object.keys(untrusted).map((name) => ({ name, from: SETTINGS_FILE, counts: false })),
  ];
}

export function checkTrust(settings: Settings): Diagnosis[] {
  const sources = sourcesOf(settings);
  const counting = sources.filter(({ counts }) => counts);
  const from = counting.map(({ name, from: source }) => `${name} from ${source}`);
  const said = good("sources", from.length === 0 ? "all settings are the usual ones" : from.join(", "));
  if (counting.length === sources.length) return [said];
  return [
    said,
    bad(
      "trust",
      `${SETTINGS_FILE} sets ${listed(Object.entries(settings.untrusted).map(shown), "and")}, and no person has trusted this file: no board is opened`,
      "Look at the file. If you want what it says, run `signalbox trust` in a terminal; else take it out of the file.",
    ),
  ];
}

/** As the file's author wrote it, so that a person can judge it. */
export function shown([name, value]: readonly [string, unknown]): string {
  return `${name} to ${quote(typeof value === "string" ? value : JSON.stringify(value))}`;
}
