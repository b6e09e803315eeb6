// The version before this one, built from git, and this one, on one board: up, mixed, and back, and nothing that was
// acknowledged is lost. By hand: npm run versions [-- --ref COMMIT]

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { ENGINES, freshPlace, type Address } from "../../support/processes/place.ts";
import { bareEnv, PROGRAM, ROOT } from "../../support/program.ts";

const { values } = parseArgs({ options: { ref: { type: "string" } } });
/** The last version with another schema. */
const ref = values.ref ?? `${git("rev-list", "-1", "HEAD", "--", "src/store/migrations/list.ts")}~1`;
const folder = mkdtempSync(join(tmpdir(), "signalbox-versions-"));
const source = join(folder, "source");

try {
  const OLD = build();
  for (const engine of ENGINES) {
    const place = await freshPlace(engine);
    try {
      await upMixedAndBack(engine, OLD, place.address);
    } finally {
      await place.remove();
    }
  }
} finally {
  if (existsSync(source)) git("worktree", "remove", "--force", source);
  rmSync(folder, { recursive: true, force: true });
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

/** The launcher of the version before. */
function build(): string {
  git("worktree", "add", "--detach", source, ref);
  symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
  // The build compares what is installed with the lock file: it is today's that is installed.
  copyFileSync(join(ROOT, "package-lock.json"), join(source, "package-lock.json"));
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: source, stdio: "ignore" });
  return join(source, "bin", "signalbox.js");
}

async function upMixedAndBack(engine: string, OLD: string, { database, board }: Address): Promise<void> {
  const env: Record<string, string> = board === undefined ? {} : { SIGNALBOX_BOARD: board };
  const shared = engine === "postgres";
  let acknowledged = 0;
  const said: string[] = [];

  const open = async (program: string): Promise<StdioClient> => {
    const client = new StdioClient(database, { ...env, SIGNALBOX_AGENT: "ann" }, program);
    await client.initialize();
    return client;
  };
  /** How many were taken; ends with the first that is not. */
  const create = async (client: StdioClient, most: number): Promise<{ made: number; told: string }> => {
    for (let made = 0; made < most; made++) {
      const answer = await client.call("create_ticket", { title: "One of many" });
      if (answer.isError) return { made, told: answer.content[0]?.text ?? "" };
      acknowledged++;
    }
    return { made: most, told: "" };
  };
  const run = async (program: string, ...args: string[]): Promise<{ code: number; text: string }> => {
    const child = spawn(process.execPath, [program, ...args, "--database", database], {
      env: bareEnv(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      once(child, "close") as Promise<[number]>,
    ]);
    return { code, text: code === 0 ? out : err };
  };
  const expectThat = (what: string, holds: boolean, detail = ""): void => {
    said.push(`${holds ? "ok" : "NOT"} ${what}${holds ? "" : `: ${detail}`}`);
    if (!holds) process.exitCode = 1;
  };

  const before = await open(OLD);
  expectThat("the older version writes", (await create(before, 20)).made === 20);
  if (shared) {
    const list = await run(PROGRAM, "ticket", "list");
    expectThat(
      "a command of the newer one leaves the board alone",
      list.code === 1 && list.text.includes("signalbox migrate"),
      list.text,
    );
    expectThat("and the older one goes on", (await create(before, 5)).made === 5);
  }
  const [mixed, migrated] = await Promise.all([create(before, 2000), run(PROGRAM, "migrate")]);
  expectThat("the migration runs while it writes", migrated.code === 0, migrated.text);
  const late = mixed.told === "" ? await create(before, 1) : mixed;
  expectThat("the older one is told that the board is newer", late.told.includes("newer"), late.told);
  const list = await run(OLD, "ticket", "list");
  expectThat("and does not start on it", list.code === 1 && list.text.includes("newer"), list.text);
  await before.leave();
  const after = await open(PROGRAM);
  expectThat("the newer one writes", (await create(after, 20)).made === 20);
  await after.leave();
  const back = await run(PROGRAM, "migrate", "--back");
  expectThat("it goes back", back.code === 0 && back.text.includes("20 rows"), back.text);
  const verified = await run(OLD, "verify");
  expectThat("the older one verifies it", verified.code === 0, verified.text);
  const again = await open(OLD);
  expectThat("and writes again", (await create(again, 20)).made === 20);
  await again.leave();
  const stats = await run(OLD, "ticket", "list", "--json");
  expectThat("the older one lists it", stats.code === 0, stats.text);
  const up = await run(PROGRAM, "migrate");
  expectThat("it goes up once more", up.code === 0, up.text);
  const whole = await run(PROGRAM, "verify", "--json");
  const { ok = false, rows = 0 } = whole.code === 0 ? (JSON.parse(whole.text) as { ok?: boolean; rows?: number }) : {};
  expectThat(
    `it is whole, with everything that was acknowledged (${acknowledged} tickets, ${rows} rows)`,
    ok && rows >= acknowledged,
    whole.text,
  );
  console.log(`${engine}, ${ref.slice(0, 12)} and this version:\n${said.map((line) => `  ${line}`).join("\n")}`);
}
