// This program again, as other processes: they know of the demo's board and of nothing else that is set around here.

/** What a process needs to run at all. A setting of the person's own would lead it to the person's own board. */
const KEPT = ["PATH", "HOME", "USERPROFILE", "SystemRoot", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "TZ"];

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export function thisProgram(...args: readonly string[]): Command {
  return { file: process.execPath, args: [...process.execArgv, process.argv[1] ?? "", ...args] };
}

export function bareEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
