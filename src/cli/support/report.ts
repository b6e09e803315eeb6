// What a person is told when a command fails, and the exit code that goes with it.

import { wayOut } from "../../app/commit/errors.ts";
import { NoBoardError } from "../../store/errors.ts";
import { BEGIN } from "../screens/begin.ts";
import { CliError, printError } from "./output.ts";

export function report(error: unknown): number {
  if (error instanceof CliError) {
    printError(`signalbox: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof NoBoardError && error.own) {
    printError(`signalbox: there is no board here yet. Begin with one of these:\n${BEGIN}`);
    return 2;
  }
  const known = wayOut(error);
  if (known) {
    printError(`signalbox: ${known.what} ${known.recovery}`);
    return 1;
  }
  // A bug: what to tell us, and not a page of bundled code.
  const detail =
    error instanceof Error ? (process.env["SIGNALBOX_LOG"] === "debug" ? error.stack : error.message) : error;
  printError(`signalbox: this is a bug: ${String(detail)} (SIGNALBOX_LOG=debug shows where)`);
  return 1;
}
