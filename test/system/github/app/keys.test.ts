// An App whose key is replaced, or whose installation is taken away: what is refused, what it says, and how it goes on.

import { describe, expect, it } from "vitest";
import { accepted, hand, stateOf } from "../../../support/worlds/steps.ts";
import { ann, MINUTE } from "../../../support/worlds/world.ts";
import { keyReader } from "../../../../src/setup/github/app-settings.ts";
import { counted, KEY, OTHER_KEY, withApp } from "./stage.ts";

const LOCK = { command: "research", intent: "lock" } as const;

/** With a token whose hour is over. */
async function afterTheHour() {
  const stage = await withApp();
  const board = await stage.machine();
  await stateOf(board, "1");
  stage.github.apps.endTokens();
  stage.site.clock.pass(61 * MINUTE);
  counted(stage.github);
  return { ...stage, board };
}

describe("a key that is replaced", () => {
  it("is read from its file by the next renewal: no server is started anew", async () => {
    const { github, app, putKey, board, issue } = await afterTheHour();
    app.privateKeys = [OTHER_KEY];
    putKey(OTHER_KEY);
    accepted(await hand(board, ann, "1", LOCK));
    expect(counted(github)).toEqual(["POST access_tokens", "Handoff", "Write"]);
    expect(github.see(issue).comments).toHaveLength(1);
  });

  it("at the very moment of the renewal is read again", async () => {
    const { github, app, act, machine } = await withApp();
    app.privateKeys = [OTHER_KEY];
    const keys = [KEY, OTHER_KEY];
    const key = (): Promise<string> => Promise.resolve(keys.shift() ?? OTHER_KEY);
    accepted(await hand(await machine(act({ key })), ann, "1", LOCK));
    expect(github.apps.tokens).toHaveLength(1);
  });

  it("on GitHub alone is an error that says what to do, writes nothing, and is over once the file is there", async () => {
    const { github, app, putKey, board, issue } = await afterTheHour();
    app.privateKeys = [OTHER_KEY];
    await expect(hand(board, ann, "1", LOCK)).rejects.toMatchObject({
      code: "github_unauthorized",
      what: expect.stringContaining("does not accept the private key of the App 77"),
      recovery: expect.stringContaining("SIGNALBOX_GITHUB_APP_KEY"),
    });
    // The same key is not sent twice.
    expect(counted(github)).toEqual(["POST access_tokens"]);
    expect(github.see(issue).comments).toEqual([]);
    putKey(OTHER_KEY);
    accepted(await hand(board, ann, "1", LOCK));
    expect(github.see(issue).comments).toHaveLength(1);
  });

  it.each([
    [
      "is no key",
      "-----BEGIN RSA PRIVATE KEY-----\nsecretsecret\n-----END RSA PRIVATE KEY-----",
      /is no RSA private key/,
    ],
    ["is not there", null, /there is no file/],
  ])("by something that %s: the error tells nothing of it", async (_, text, words) => {
    const { act, machine, file } = await withApp();
    const key = text === null ? keyReader(`file:${file}.old`, {}) : () => Promise.resolve(text);
    const board = await machine(act({ key }));
    const error: unknown = await hand(board, ann, "1", LOCK).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "github_settings", message: expect.stringMatching(words) });
    expect(String(error)).not.toContain("secret");
  });

  it("stands in a variable, on one line or on many", async () => {
    const { act } = await withApp();
    for (const value of [KEY, KEY.replaceAll("\n", "\\n")]) {
      expect(await act({ key: keyReader("env:APP_PEM", { APP_PEM: value }) }).token("repository")).toMatch(/^ghs_/);
    }
    await expect(act({ key: keyReader("env:APP_PEM", {}) }).token("repository")).rejects.toMatchObject({
      code: "github_settings",
      message: expect.stringContaining("the variable APP_PEM is not set"),
    });
  });
});

describe("an installation", () => {
  it("that is taken away is an error, and is found where the App is installed anew", async () => {
    const { github, app, installed, board, issue } = await afterTheHour();
    github.apps.uninstall(installed);
    await expect(hand(board, ann, "1", LOCK)).rejects.toMatchObject({
      code: "github_forbidden",
      what: "The App 77 is not installed for acme/shop.",
    });
    expect(github.see(issue).comments).toEqual([]);
    github.apps.install(app, "acme", { id: 5000 });
    accepted(await hand(board, ann, "1", LOCK));
    expect(github.see(issue).comments).toHaveLength(1);
  });

  it("that the settings name and that is gone: the error says what to take out of them", async () => {
    const { github, app, installed, act, machine } = await withApp();
    const board = await machine(act({ installation: installed.id }));
    github.apps.uninstall(installed);
    github.apps.install(app, "acme", { id: 5000 });
    await expect(hand(board, ann, "1", LOCK)).rejects.toMatchObject({
      code: "github_forbidden",
      what: expect.stringContaining(`no installation ${installed.id}`),
      recovery: expect.stringContaining("SIGNALBOX_GITHUB_INSTALLATION"),
    });
  });

  it("that is suspended refuses in words, with a token and without, and goes on afterwards", async () => {
    const { site, github, installed, board, issue } = await afterTheHour();
    installed.suspended = true;
    const refused = { code: "github_forbidden", message: expect.stringContaining("suspended") };
    await expect(hand(board, ann, "1", LOCK)).rejects.toMatchObject({
      ...refused,
      recovery: expect.stringContaining("An owner of acme"),
    });
    installed.suspended = false;
    expect(await stateOf(board, "1")).toBe("Research Needed");
    installed.suspended = true;
    await expect(hand(board, ann, "1", LOCK)).rejects.toMatchObject(refused);
    installed.suspended = false;
    site.clock.pass(MINUTE);
    accepted(await hand(board, ann, "1", LOCK));
    expect(github.see(issue).comments).toHaveLength(1);
  });
});
