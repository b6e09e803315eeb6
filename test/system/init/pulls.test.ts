// Pull requests of tickets that live here: set up by init, checked by doctor, shown by a real server.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TrustList } from "../../../src/setup/trust/trust-list.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { startBoard, TOKEN } from "../../support/github/board.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { everything, project } from "./project.ts";

const CONFIG = ".signalbox/config.json";

async function start(origin: string | null = "acme/shop") {
  const { github, repository, url } = await startBoard({ now: Date.now });
  github.addAccount("User", "maria");
  const folder = project();
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  if (origin !== null) execFileSync("git", ["remote", "add", "origin", `${url}/${origin}.git`], { cwd: folder });
  const env = { HOME: join(folder, "home"), NO_COLOR: "1", GITHUB_API_URL: url, SIGNALBOX_GITHUB_TOKEN: TOKEN };
  const run = (...args: string[]) => runProgram(args, { cwd: folder, env: bareEnv(env) });
  const trust = (): void => new TrustList(env, folder).add(readFileSync(join(folder, CONFIG)));
  const doctor = async (): Promise<unknown> => {
    const { findings } = JSON.parse((await run("doctor", "--github", "--json")).stdout) as {
      readonly findings: readonly { readonly check: string }[];
    };
    return findings.find(({ check }) => check === "pull requests");
  };
  return { github, repository, folder, env, run, trust, doctor };
}

it("are found by doctor, set up by init, and shown by a server once a person has trusted that", async () => {
  const { github, repository, folder, env, run, trust, doctor } = await start();
  expect(await doctor()).toMatchObject({
    ok: true,
    what: expect.stringContaining("`signalbox init --pulls` shows them"),
  });

  const { status, stdout } = await run("init", "--pulls", "--yes");
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("signalbox trust") });
  expect(JSON.parse(readFileSync(join(folder, CONFIG), "utf8"))).toEqual({ github: { pulls: true } });
  expect(await run("ticket", "list")).toMatchObject({ status: 1, stderr: expect.stringContaining("signalbox trust") });
  trust();
  expect(await doctor()).toMatchObject({ ok: true, what: expect.stringMatching(/acme\/shop are shown/) });

  const pull = github.pulls.openWithoutIssue(repository, { head: "c0ffee".padEnd(40, "0"), title: "A basket" });
  const database = join(folder, "board.db");
  const server = await HttpServer.start(database, env, 0, folder);
  onTestFinished(async () => void (await server.stop()));
  await server.call("create_ticket", { title: "A basket" });
  expect(await run("pr", "1", String(pull.number), "--database", database)).toMatchObject({ status: 0 });
  github.pulls.merge(pull, "maria");
  // Somebody has the dashboard open.
  const dashboard = new AbortController();
  onTestFinished(() => dashboard.abort());
  await fetch(`${server.url}/api/events`, { signal: dashboard.signal });
  const shown = async (): Promise<unknown> => {
    const { cards } = (await (await fetch(`${server.url}/api/board`)).json()) as {
      readonly cards: readonly { readonly pull?: object }[];
    };
    return cards[0]?.pull;
  };
  await expect.poll(shown, { timeout: 60_000, interval: 250 }).toMatchObject({ number: pull.number, state: "merged" });
});

it("are taken back to the byte", async () => {
  const { folder, run } = await start();
  const before = everything(folder);
  await run("init", "--pulls", "acme/shop", "--yes");
  expect(JSON.parse(readFileSync(join(folder, CONFIG), "utf8"))).toEqual({ github: { pulls: "acme/shop" } });
  await run("init", "--undo", "--yes");
  expect(everything(folder)).toMatchObject(before);
});

it.for([
  ["git has no origin", null, ["--pulls"], "git has no origin here"],
  ["it names no repository", "acme/shop", ["--pulls", "nonsense"], '"nonsense" is no repository'],
  ["tickets are to live on GitHub", "acme/shop", ["--pulls", "--github", "acme/7"], "without --pulls"],
] as const)("are not set up where %s, and nothing is written", async ([, origin, args, words]) => {
  const { folder, run } = await start(origin);
  const before = everything(folder);
  const { status, stderr } = await run("init", ...args, "--yes");
  expect(status).not.toBe(0);
  expect(stderr).toContain(words);
  expect(everything(folder)).toEqual(before);
});

it("are a finding of doctor where the token can't see the repository", async () => {
  const { run, trust, doctor } = await start("acme/secret");
  await run("init", "--pulls", "--yes");
  trust();
  expect(await doctor()).toMatchObject({ ok: false, what: expect.stringMatching(/can't see .*acme\/secret/) });
});
