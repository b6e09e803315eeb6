import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { before, denied, fire, LONG_WAY, research, SHORT_WAY, tempFolder, tool } from "./fire.ts";

describe("a hook that gets no answer", () => {
  const stop = { hook_event_name: "Stop", stop_hook_active: false };
  const asked = before(tool("handoff_ticket"), research, { agent_id: "a1", agent_type: "signalbox:researcher" });

  it("decides before its client loses patience: PostgreSQL takes the call and says nothing", async () => {
    const folder = tempFolder();
    const mute = createServer().listen(0, "127.0.0.1");
    await once(mute, "listening");
    onTestFinished(() => void mute.close());
    const env = { SIGNALBOX_DATABASE: `postgres://x@127.0.0.1:${(mute.address() as AddressInfo).port}/board` };
    const [identity, gate, guard] = await Promise.all([
      fire("identity", asked, folder, env),
      fire("convergence-gate", asked, folder, env),
      fire("stop-guard", stop, folder, env),
    ]);
    for (const { status, err } of [identity, gate]) {
      expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("no answer within") });
    }
    expect(guard).toMatchObject({ status: 0, answer: { systemMessage: expect.stringContaining("no answer within") } });
  });

  it("decides where nobody ends its input", async () => {
    const [identity, reminder] = await Promise.all([
      fire("identity", null, tempFolder()),
      fire("report-reminder", null, tempFolder()),
    ]);
    expect(identity).toMatchObject({ status: 2, answer: null });
    expect(reminder).toMatchObject({
      status: 0,
      answer: { systemMessage: expect.stringContaining("no answer within") },
    });
  });

  it("shuts its gate at once where PostgreSQL can't be reached", async () => {
    const env = { SIGNALBOX_DATABASE: "postgres://x@127.0.0.1:1/board" };
    expect((await fire("convergence-gate", asked, tempFolder(), env)).answer).toEqual(denied(/could not be checked/));
    expect(await fire("identity", asked, tempFolder(), env)).toMatchObject({ status: 2, answer: null });
  });

  it("shuts its gate before an event that no code of ours has foreseen", async () => {
    const deep = `{"hook_event_name":"PreToolUse","session_id":"x","tool_name":"${tool("add_comment")}","tool_input":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
    expect(await fire("identity", deep, tempFolder())).toMatchObject({ status: 2, answer: null });
  });

  it("turns away a name that is no hook's, on the short way and on the long one", async () => {
    for (const way of [SHORT_WAY, LONG_WAY]) {
      const { status, err } = await fire("toString", asked, tempFolder(), {}, { way });
      expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("the hooks are identity,") });
      expect((await fire("identity", asked, tempFolder(), {}, { way })).answer).toHaveProperty("hookSpecificOutput");
    }
  });
});
