import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { accepted } from "../../../test/support/worlds/steps.ts";
import { ann, appOn, maria } from "../../../test/support/worlds/world.ts";
import { openBoard } from "../../store/open.ts";
import { addComment } from "./comment.ts";
import { createTicket } from "./create.ts";
import { handoff } from "./handoff.ts";
import { viewTicket } from "./view.ts";

it("shows all comments and moves in their order, each as it was written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-view-"));
  const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  onTestFinished(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });
  const app = appOn(board);
  await createTicket(app, maria, { title: "One" });
  for (let i = 0; i < 20; i++) await addComment(app, ann, { key: "1", body: `${i} ${"x".repeat(10_000)}` });
  await handoff(app, ann, { key: "1", command: "triage", toState: "Research Needed", reason: "go" });
  const { comments } = accepted(await viewTicket(app, "1"));
  expect(comments.at(-1)?.body).toContain("**State transition**: Backlog → Research Needed\n**Command**: ralph_triage");
  expect(comments.map(({ body }) => body.split(" ")[0]).slice(0, -1)).toEqual(
    Array.from({ length: 20 }, (_, i) => `${i}`),
  );
  expect(comments.at(-2)?.body).toBe(`19 ${"x".repeat(10_000)}`);
});
