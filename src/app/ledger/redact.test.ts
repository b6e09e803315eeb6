import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ann, appOn, maria } from "../../../test/support/worlds/world.ts";
import { event } from "../../../test/support/store/history.ts";
import type { StoreBoard } from "../../store/board.ts";
import { openBoard } from "../../store/open.ts";
import { verifyStore } from "../../store/ledger/verify.ts";
import { adoptWorkflow } from "../workflows/adopt.ts";
import type { App } from "../app.ts";
import { addComment } from "../tickets/comment.ts";
import { createTicket } from "../tickets/create.ts";
import { updateTicket } from "../tickets/update.ts";
import { handoff } from "../tickets/handoff.ts";
import { redactText } from "./redact.ts";

const SECRET = 'sk-"live"-51H8 \\ hunter2 ☂';

let folder: string;
let board: StoreBoard;
let app: App;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-redact-"));
  board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  app = appOn(board);
});

afterEach(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

describe("a redaction", () => {
  it("takes a ticket's text out of the ledger, the board and recorded answers, and leaves no byte of it", async () => {
    const seq = await event(
      createTicket(app, ann, { title: SECRET, body: `${SECRET}!`, labels: [SECRET], requestId: "x" }),
    );
    expect(stored().includes("hunter2")).toBe(true);
    const answer = await redactText(app, maria, { seq, reason: "A key" });
    expect(answer).toMatchObject({ seq, redacted: ["0.body", "0.labels", "0.title"] });
    expect(await board.tickets.get("1")).toMatchObject({
      title: "[redacted]",
      body: "[redacted]",
      labels: ["[redacted]"],
    });
    const [row] = await board.ledger.after(seq - 1, 1);
    expect(row?.texts).toEqual({ "0.body": null, "0.labels": null, "0.title": null });
    const repeated = await createTicket(app, ann, {
      title: SECRET,
      body: `${SECRET}!`,
      labels: [SECRET],
      requestId: "x",
    });
    expect(repeated).toMatchObject({ number: 1, title: "[redacted]" });
    expect(stored().includes("hunter2")).toBe(false);
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true, redactions: 3 });
  });

  it("stands in the ledger, with who did it and why, in the history of what it was about", async () => {
    await event(createTicket(app, ann, { title: "One" }));
    const seq = await event(addComment(app, ann, { key: "1", body: SECRET }));
    await redactText(app, maria, { seq, reason: "A key" });
    const [row] = await board.ledger.history({ type: "ticket", key: "1" }, 1);
    expect(row).toMatchObject({
      kind: "redact",
      by: { person: "Maria" },
      data: { seq, names: ["0.body"] },
      texts: { reason: "A key" },
    });
    expect(await board.tickets.comments("1")).toMatchObject([{ body: "[redacted]" }]);
  });

  it("can be of one text among several", async () => {
    const seq = await event(createTicket(app, ann, { title: "Fine", body: SECRET }));
    expect(await redactText(app, maria, { seq, name: "0.body", reason: "A key" })).toMatchObject({
      redacted: ["0.body"],
    });
    expect(await board.tickets.get("1")).toMatchObject({ title: "Fine", body: "[redacted]" });
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true, redactions: 1 });
  });

  it("leaves what was written later as it is", async () => {
    const seq = await event(createTicket(app, ann, { title: "One", body: SECRET }));
    await event(updateTicket(app, ann, { key: "1", body: "Better" }));
    await redactText(app, maria, { seq, reason: "A key" });
    expect(await board.tickets.get("1")).toMatchObject({ title: "[redacted]", body: "Better" });
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true });
  });

  it("takes a reason out of the answer that is repeated for the same request", async () => {
    await event(createTicket(app, ann, { title: "One" }));
    const move = { key: "1", toState: "Research Needed", reason: SECRET, requestId: "m" };
    const seq = await event(handoff(app, maria, move));
    await redactText(app, maria, { seq, reason: "A key" });
    expect(await handoff(app, maria, move)).toMatchObject({ event: seq, reason: "[redacted]" });
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true });
  });

  it("makes whoever has read the ticket before look again", async () => {
    const seq = await event(createTicket(app, ann, { title: SECRET }));
    await redactText(app, maria, { seq, reason: "A key" });
    expect((await board.tickets.get("1"))?.version).toBe(2);
  });

  it("is refused to agents, without a reason, and where there is nothing to redact", async () => {
    const seq = await event(createTicket(app, ann, { title: "One" }));
    const refusal = async (input: Parameters<typeof redactText>[2], caller = maria) => {
      const answer = await redactText(app, caller, { ...input });
      return "code" in answer ? answer.code : "done";
    };
    expect(await refusal({ seq, reason: "A key" }, ann)).toBe("person_only");
    expect(await refusal({ seq, reason: " " })).toBe("blank_reason");
    expect(await refusal({ seq: 99, reason: "A key" })).toBe("row_not_found");
    expect(await refusal({ seq, name: "0.boddy", reason: "A key" })).toBe("text_not_found");
    expect(await refusal({ seq, reason: "A key" })).toBe("done");
    expect(await refusal({ seq, reason: "A key" })).toBe("nothing_to_redact");
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true, rows: 2 });
  });

  it("is refused for a workflow, whose rules have to stay readable", async () => {
    const { workflow } = app.machine;
    await adoptWorkflow(app, maria, { part: "ticket", workflow, hash: "x" });
    expect(await redactText(app, maria, { seq: 1, reason: "A key" })).toMatchObject({
      code: "workflow_not_redactable",
    });
  });

  it("that somebody undoes is found", async () => {
    await event(createTicket(app, ann, { title: "One" }));
    const seq = await event(addComment(app, ann, { key: "1", body: SECRET }));
    const db = new DatabaseSync(join(folder, "board.db"));
    const before = db.prepare("SELECT salt FROM ledger_text WHERE seq = ?").get(seq);
    await redactText(app, maria, { seq, reason: "A key" });
    db.exec("DROP TRIGGER ledger_text_is_final");
    db.prepare("UPDATE ledger_text SET salt = ?, content = ? WHERE seq = ?").run(before?.["salt"] ?? null, SECRET, seq);
    db.close();
    expect(await verifyStore(board.driver)).toMatchObject({ ok: false, problem: { seq, what: "text_restored" } });
  });
});

function stored(): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "latin1"))
    .join();
}
