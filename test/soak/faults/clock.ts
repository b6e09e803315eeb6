// Loaded into a server before anything else: its clock is wrong by as many milliseconds as stand in the file that
// SOAK_CLOCK names. The file is read at the start, and again on SIGUSR2.

import { readFileSync } from "node:fs";

const file = process.env["SOAK_CLOCK"];
const right = Date.now;
let shift = 0;

if (file !== undefined) {
  const read = (): void => {
    shift = Number(readFileSync(file, "utf8"));
  };
  read();
  process.on("SIGUSR2", read);
  Date.now = () => right() + shift;
}
