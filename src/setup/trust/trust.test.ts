import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../settings.ts";
import { TrustList } from "./trust-list.ts";
import { demandTrust } from "./untrusted.ts";
import { userFolder } from "./user-folder.ts";

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-trust-"));
  env = { HOME: join(folder, "home") };
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(config: object | string, place = folder): Buffer {
  const text = typeof config === "string" ? config : JSON.stringify(config);
  mkdirSync(join(place, ".signalbox"), { recursive: true });
  writeFileSync(join(place, ".signalbox", "config.json"), text);
  return Buffer.from(text);
}

const ELSEWHERE = {
  database: "postgres://elsewhere/x",
  agent: "ann",
  workflow: "flow.json",
  sessionWorkflow: "sessions.json",
  runWorkflow: "runs.json",
};

describe("a repository's settings", () => {
  it("name the board, the project on GitHub and how things are shown, without any question", () => {
    write({
      $schema: "https://example.com/schema.json",
      board: "team",
      strict: true,
      commands: ["plan"],
      toolsets: ["runs"],
      toolPrefix: "box_",
      log: "info",
      tracker: "local",
      github: { owner: "acme", repo: "shop", project: 7, projectOwner: "octo", locks: true },
    });
    const settings = readSettings(env, folder);
    expect(settings).toMatchObject({ board: "team", log: "info", github: { project: 7 }, untrusted: {}, problems: [] });
    expect(() => demandTrust(settings)).not.toThrow();
  });

  it.each(Object.entries(ELSEWHERE))("lead nowhere before a person trusts them: %s", (name, value) => {
    const bytes = write({ [name]: value, log: "info" });
    const settings = readSettings(env, folder);
    expect(settings).toMatchObject({ [name]: undefined, log: "info", untrusted: { [name]: value } });
    expect(settings.origins).toEqual({ log: ".signalbox/config.json" });
    expect(() => demandTrust(settings)).toThrow(
      expect.objectContaining({ code: "settings_untrusted", recovery: expect.stringContaining("signalbox trust") }),
    );
    new TrustList(env, folder).add(bytes);
    const trusted = readSettings(env, folder);
    expect(trusted).toMatchObject({ [name]: value, untrusted: {} });
    expect(trusted.origins).toMatchObject({ [name]: ".signalbox/config.json" });
    expect(() => demandTrust(trusted)).not.toThrow();
  });

  it("lead nowhere by an address in another setting either", () => {
    write({ board: "postgres://elsewhere", github: { owner: "https://evil.example" } });
    const { board, github, untrusted } = readSettings(env, folder);
    expect({ board, owner: github.owner }).toEqual({ board: undefined, owner: undefined });
    expect(Object.keys(untrusted)).toEqual(["board", "github"]);
  });

  it("are in nobody's way where the environment or a flag says the same", () => {
    write({ database: "postgres://elsewhere/x", workflow: "flow.json" });
    const said = readSettings({ ...env, SIGNALBOX_DATABASE: "own.db", SIGNALBOX_WORKFLOW: "own.json" }, folder);
    expect(said).toMatchObject({ database: "own.db", workflow: "own.json", untrusted: {} });
    const half = readSettings({ ...env, SIGNALBOX_WORKFLOW: "own.json" }, folder);
    expect(() => demandTrust(half)).toThrow("SIGNALBOX_DATABASE");
    expect(() => demandTrust(half, { database: "own.db" })).not.toThrow();
    expect(() => demandTrust(readSettings(env, folder), { database: "own.db" })).toThrow("SIGNALBOX_WORKFLOW");
  });

  it("narrow the commands, and never widen what the environment allows", () => {
    write({ commands: ["research", "plan"] });
    expect(readSettings(env, folder).commands).toEqual(["research", "plan"]);
    expect(readSettings({ ...env, SIGNALBOX_COMMANDS: "research" }, folder).commands).toEqual(["research"]);
  });

  it("are not read through a link that leads outside, from what is no file, or without end; nothing of it is told", () => {
    const secret = join(folder, "home-secret");
    mkdirSync(join(folder, "project", ".signalbox"), { recursive: true });
    writeFileSync(secret, '-----BEGIN SECRET "database": 1');
    const file = join(folder, "project", ".signalbox", "config.json");
    for (const [target, says] of [
      [secret, "leads outside of the project's folder"],
      ["/dev/zero", "is no file"],
      [join(folder, "nowhere"), "is a link to a file that is not there"],
    ] as const) {
      symlinkSync(target, file);
      const { problems } = readSettings(env, join(folder, "project"));
      expect(problems).toEqual([expect.stringContaining(says)]);
      expect(problems.join()).not.toContain("SECRET");
      rmSync(file);
    }
    writeFileSync(file, `{ "log": "info"${" ".repeat(70_000)}}`);
    expect(readSettings(env, join(folder, "project")).problems).toEqual([expect.stringContaining("larger than 64 kB")]);
    writeFileSync(file, '{ "\u001b]0;evil\u0007": 1, SECRET');
    expect(readSettings(env, join(folder, "project")).problems).toEqual([expect.not.stringContaining("SECRET")]);
    writeFileSync(file, JSON.stringify({ "\u001b]0;evil\u0007\u009b31m": 1 }));
    expect(readSettings(env, join(folder, "project")).problems.join()).not.toMatch(/\p{Cc}/u);
  });
});

describe("trust", () => {
  it("is for this folder and this text alone: another text is asked about again, and an earlier one is remembered", () => {
    const first = write({ database: "a.db" });
    const list = new TrustList(env, folder);
    list.add(first);
    expect(readSettings(env, folder).database).toBe("a.db");
    write({ database: "b.db" });
    expect(readSettings(env, folder)).toMatchObject({ database: undefined, untrusted: { database: "b.db" } });
    write({ database: "a.db" });
    expect(readSettings(env, folder).database).toBe("a.db");
    const other = join(folder, "other");
    mkdirSync(join(other, ".git"), { recursive: true });
    writeFileSync(join(other, ".git", "HEAD"), "ref: refs/heads/main\n");
    write({ database: "a.db" }, other);
    expect(readSettings(env, other).untrusted).toEqual({ database: "a.db" });
    expect(list.forget()).toBe(true);
    expect(readSettings(env, folder).untrusted).toEqual({ database: "a.db" });
    expect(list.forget()).toBe(false);
  });

  it("holds in every worktree", () => {
    const bytes = write({ database: "a.db" });
    const beside = join(folder, "beside");
    const own = join(folder, ".git", "worktrees", "beside");
    for (const made of [beside, own]) mkdirSync(made, { recursive: true });
    writeFileSync(join(beside, ".git"), `gitdir: ${own}\n`);
    writeFileSync(join(own, "HEAD"), "ref: refs/heads/side\n");
    writeFileSync(join(own, "commondir"), "../..\n");
    write({ database: "a.db" }, beside);
    expect(readSettings(env, beside).untrusted).toEqual({ database: "a.db" });
    new TrustList(env, folder).add(bytes);
    expect(readSettings(env, beside).untrusted).toEqual({});
  });

  it("lies in the user's own configuration, for their eyes only; a broken list trusts nothing", () => {
    const bytes = write({ database: "a.db" });
    const list = new TrustList(env, folder);
    list.add(bytes);
    const file = join(folder, "home", ".config", "signalbox", "trust.json");
    expect(userFolder(env)).toBe(join(folder, "home", ".config", "signalbox"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    chmodSync(file, 0o666);
    expect(list.has(bytes)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "{");
    expect(list.has(bytes)).toBe(false);
    expect(userFolder({ ...env, XDG_CONFIG_HOME: "relative" })).toBe(userFolder(env));
    expect(userFolder({ ...env, XDG_CONFIG_HOME: "/conf" })).toBe("/conf/signalbox");
  });
});
