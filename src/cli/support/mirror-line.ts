// The line below an answer that says as of when it is, where tickets live elsewhere.

import type { MirrorView } from "../../app/pages/views.ts";
import { oneLine } from "../screens/table.ts";
import { showClock, showZone } from "../screens/times.ts";
import { styled } from "./output.ts";

function mirrorLine(mirror: MirrorView): string {
  const time = mirror.asOf === null ? "never looked at" : `as of ${showClock(mirror.asOf)} ${showZone(mirror.asOf)}`;
  const why = mirror.behind === null ? "" : ` It may have changed since: ${oneLine(mirror.behind)}`;
  return styled(`${mirror.of}, ${time}.${why}`, mirror.behind === null ? "dim" : "yellow");
}

/** With that line below it; on a board of our own nothing is added. */
export function withLine(text: string, { mirror }: { readonly mirror?: MirrorView }): string {
  return mirror ? `${text}\n${mirrorLine(mirror)}` : text;
}
