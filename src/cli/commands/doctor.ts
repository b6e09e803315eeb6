// signalbox doctor: checks everything, and says one thing to do for each thing that is wrong.

import { Command } from "commander";
import { readSettings } from "../../setup/settings.ts";
import { checkClients } from "../doctor/clients.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { checkGitHub } from "../doctor/github.ts";
import { checkHooks } from "../doctor/hooks.ts";
import { checkPulls } from "../doctor/pulls.ts";
import { checkProgram, checkSettings } from "../doctor/program.ts";
import { checkTrust, sourcesOf } from "../doctor/trust.ts";
import { checkStore } from "../doctor/store.ts";
import { checkWebhooks } from "../doctor/webhooks.ts";
import { checkWorkflows } from "../doctor/workflows.ts";
import { print, printJson, styled } from "../support/output.ts";
import { projectFolder } from "../support/project-folder.ts";

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("check everything, and print one fix for each finding; exit 1 if something is wrong")
    .option("--github", "check GitHub alone")
    .option("--write-probe", "with --github: write to an issue of its own there, to see what the token may do")
    .option("--json", "print JSON")
    .action((options: DoctorOptions, command: Command) => {
      if (options.writeProbe && !options.github) {
        command.error("error: --write-probe writes to GitHub: say so with --github --write-probe.");
      }
      return runDoctor(options);
    });
}

interface DoctorOptions {
  readonly json?: boolean;
  readonly github?: boolean;
  readonly writeProbe?: boolean;
}

async function runDoctor(options: DoctorOptions): Promise<void> {
  const folder = process.cwd();
  const settings = readSettings(process.env, folder);
  // What nobody has trusted is not looked at, and neither is another board in its place.
  const isTrusted = Object.keys(settings.untrusted).length === 0;
  const onBoard = [
    () => checkWorkflows(settings, folder),
    () => checkStore(settings, folder),
    () => checkGitHub(settings),
    () => checkPulls(settings, folder),
    () => checkWebhooks(settings, folder),
  ];
  const onGitHub = isTrusted
    ? [
        () => checkGitHub(settings, options.writeProbe),
        () => checkPulls(settings, folder),
        () => checkWebhooks(settings, folder),
      ]
    : [];
  const everything: (() => Diagnosis[] | Promise<Diagnosis[]>)[] = [
    checkProgram,
    () => checkSettings(settings),
    () => checkTrust(settings),
    ...(isTrusted ? onBoard : []),
    () => checkClients(projectFolder(folder)),
    checkHooks,
  ];
  const checks = options.github ? [() => checkTrust(settings), ...onGitHub] : everything;
  const findings: Diagnosis[] = [];
  for (const check of checks) {
    for (const finding of await check()) {
      findings.push(finding);
      if (!options.json) print(describe(finding));
    }
  }
  const wrong = findings.filter(({ ok }) => !ok).length;
  if (options.json) printJson({ ok: wrong === 0, findings, settings: sourcesOf(settings) });
  else print(wrong === 0 ? styled("All is well.", "green") : `${wrong} of ${findings.length} need you.`);
  if (wrong > 0) process.exitCode = 1;
}

function describe({ check, ok, what, fix }: Diagnosis): string {
  const mark = ok ? styled("ok  ", "green") : styled("FAIL", "red");
  const line = `${mark} ${styled(check, "bold")}: ${what}`;
  return fix === null ? line : `${line}\n     ${styled("→", "yellow")} ${fix}`;
}
