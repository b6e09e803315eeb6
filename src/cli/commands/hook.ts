// signalbox hook NAME: what a client's hooks call, and git's own. (The built program takes a shorter way to the former, see
// start.ts.)

import { Command } from "commander";
import { GIT_HOOKS, isGitHook, runGitHook } from "../hooks/git-hook.ts";
import { HOOKS, runHook } from "../hooks/run-hook.ts";

export function hookCommand(): Command {
  const clients = Object.entries(HOOKS).map(([name, { about }]) => [name, about] as const);
  const all = [...clients, ...Object.entries(GIT_HOOKS)];
  return new Command("hook")
    .description(
      "what a client's hooks call, with the event on standard input; and git's own, where a repository lives",
    )
    .argument("<name>", all.map(([name]) => name).join(", "))
    .option("--database <path>", "for git's hooks: SQLite path or postgres://…")
    .addHelpText("after", `\n${all.map(([name, about]) => `  ${name.padEnd(18)}${about}`).join("\n")}`)
    .action((name: string, options: { readonly database?: string }) =>
      isGitHook(name) ? runGitHook(name, options) : runHook(name),
    );
}
