// Room for what is young in the heap. bin/signalbox.js keeps it small while the program starts, as a hundred agents may each
// have a process that mostly waits. In one that is at work a small room is soon full, and V8 looks through it each time: a
// tenth of what a call costs. So it may grow once there were some hundred calls, up to a size.

import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Whoever makes so many calls is at work. It is looked again each time after as many. */
const CALLS = 250;
const ENOUGH_BYTES = 32 * 1024 * 1024;

/** To be told of each call. */
export function roomForWork(): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % CALLS === 0) setFlagsFromString(`--semi-space-growth-factor=${hasEnough() ? 1 : 2}`);
  };
}

function hasEnough(): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return (young?.space_size ?? 0) >= ENOUGH_BYTES;
}
