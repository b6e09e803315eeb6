// signalbox hook NAME: what a client's hooks call. (The built program takes a shorter way to the same, see start.ts.)

import { Command } from "commander";
import { HOOKS, runHook } from "../hooks/run-hook.ts";

export function hookCommand(): Command {
  const names = Object.keys(HOOKS);
  return new Command("hook")
    .description("what a client's hooks call, with the event on standard input")
    .argument("<name>", names.join(", "))
    .addHelpText(
      "after",
      `\n${Object.entries(HOOKS)
        .map(([name, { about }]) => `  ${name.padEnd(18)}${about}`)
        .join("\n")}`,
    )
    .action(runHook);
}
