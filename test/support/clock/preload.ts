// Loaded into a server before anything else: its clock is wrong by as many milliseconds as stand in the file that
// SIGNALBOX_TEST_CLOCK names. The file is read at every look at the clock: a shift counts from the next call on.

import { readFileSync } from "node:fs";

const file = process.env["SIGNALBOX_TEST_CLOCK"];
const right = Date.now;

if (file !== undefined) Date.now = () => right() + Number(readFileSync(file, "utf8"));
