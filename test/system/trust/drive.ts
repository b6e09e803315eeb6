// Does a board work on a drive that keeps no owners and modes? On a real one: an exFAT file system in a file, mounted by FUSE,
// which needs root and (on Debian) apt-get install exfat-fuse exfatprogs. Shown with the lines that are printed, for the user
// who mounted it and for another one.
//
//   npm run drive

import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bareEnv, PROGRAM } from "../../support/program.ts";

const MEGABYTES = 64;
const MOUNTER = 61_001;
const LINE =
  /this file system does not let its mode be changed|is on a file system without owners and modes|belongs to another user \(uid \d+\), who can read/;

const folder = mkdtempSync(join(tmpdir(), "signalbox-drive-"));
chmodSync(folder, 0o755);
const [image, mount, home] = [join(folder, "image"), join(folder, "mount"), join(folder, "home")];
for (const path of [mount, home]) mkdirSync(path);
chmodSync(home, 0o777);
writeFileSync(image, "");
truncateSync(image, MEGABYTES * 1024 * 1024);
run("mkfs.exfat", [image]);
const device = run("losetup", ["-f", "--show", image]).stdout.trim();
try {
  run("mount.exfat-fuse", ["-o", `uid=${MOUNTER},gid=${MOUNTER},umask=000`, device, mount]);
  try {
    run("git", ["init", "-q", mount]);
    for (const uid of [MOUNTER, MOUNTER + 1, 0]) await tryAs(uid);
    console.log(
      `mode of the board's file: ${(statSync(join(mount, ".git/signalbox/board.db")).mode & 0o777).toString(8)}`,
    );
  } finally {
    run("umount", [mount]);
  }
} finally {
  run("losetup", ["-d", device]);
  rmSync(folder, { recursive: true });
}

async function tryAs(uid: number): Promise<void> {
  console.log(`\nas ${uid === MOUNTER ? "the user whose files they are" : uid === 0 ? "root" : "another user"}:`);
  const made = spawnSync("setpriv", words(uid, "ticket", "new", `By ${uid}`), {
    cwd: mount,
    env: env(),
    encoding: "utf8",
  });
  report("ticket new", made.status === 0 && made.stdout.includes("made"), made.stdout, made.stderr);
  await tryServer(
    uid,
    "mcp",
    [],
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tickets","arguments":{}}}\n',
    `By ${uid}`,
  );
  await tryServer(uid, "serve", ["--port", "0"], null, "MCP at ");
}

/** Until the word stands in what it answers. */
async function tryServer(uid: number, name: string, args: string[], input: string | null, word: string): Promise<void> {
  const child = spawn("setpriv", words(uid, name, ...args), { cwd: mount, env: env() });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "exit");
  if (input !== null) child.stdin.write(input);
  let answer = "";
  for await (const line of createInterface({ input: child.stdout })) {
    answer = line;
    if (line.includes(word)) break;
  }
  child.kill();
  await ended;
  report(name, answer.includes(word), answer.slice(0, 80), stderr);
}

function report(name: string, works: boolean, answer: string, stderr: string): void {
  const said = stderr.split("\n").filter((line) => LINE.test(line));
  console.log(`  ${name}: ${works ? "works" : "FAILS"}${said.length === 0 ? ", and says NOTHING" : ""}`);
  console.log(`    ${answer.trim()}`);
  for (const line of said) console.log(`    ${line}`);
  if (works && said.length > 0) return;
  console.log(stderr);
  process.exitCode = 1;
}

function words(uid: number, ...args: string[]): string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", process.execPath, PROGRAM, ...args];
}

function env(): NodeJS.ProcessEnv {
  return bareEnv({ HOME: home });
}

function run(program: string, args: string[]): SpawnSyncReturns<string> {
  const ran = spawnSync(program, args, { encoding: "utf8" });
  if (ran.error) throw new Error(`${program} can't be run: ${ran.error.message}`);
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}`);
  return ran;
}
