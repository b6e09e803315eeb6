/** Environment of a server whose clock can be set. */
export const CLOCK = { NODE_OPTIONS: `--import=${new URL("./faults/clock.ts", import.meta.url).href}` };
