import { describe, expect, it } from "vitest";
import { makePostgresWorld } from "../../test/support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../../test/support/worlds/sqlite-world.ts";
import { accepted, iso, newTicket } from "../../test/support/worlds/steps.ts";
import { ann, START } from "../../test/support/worlds/world.ts";
import { createSession } from "../app/sessions/create-session.ts";
import { completeSession } from "../app/sessions/complete-session.ts";
import { updateSessionState } from "../app/sessions/update-session-state.ts";
import { viewSession } from "../app/sessions/view-session.ts";

const HOSTILE = { error: `it's "so"`, action: "x", state: "y", "": [null, { deep: "ü\u2028💡" }], constructor: 1 };

describe.each([
  ["SQLite", makeSqliteWorld],
  ["PostgreSQL", makePostgresWorld],
])("the view ralph_sessions on %s", (_, make) => {
  it("shows what the verbs show", async () => {
    const world = await make();
    try {
      const { app, board } = world;
      const { sessionId } = accepted(await createSession(app, ann, { ticket: await newTicket(world) }));
      const history = async (): Promise<unknown> => {
        const [row] = await board.driver.all("SELECT * FROM ralph_sessions WHERE id = ?", [sessionId]);
        const { state_history: told, ...rest } = row ?? {};
        return { ...rest, history: typeof told === "string" ? JSON.parse(told) : told };
      };
      const seen = async (): Promise<object> =>
        accepted(await viewSession(app, sessionId)).history.map(({ outOfOrder: _mark, ...entry }) => entry);
      const open = { id: sessionId, ticket_id: "1", outcome: null, started_at: iso(START), completed_at: null };
      expect(await history()).toEqual({ ...open, current_state: "idle", history: await seen() });
      await world.advance(1234);
      accepted(await updateSessionState(app, ann, { sessionId, state: "testing", metadata: HOSTILE }));
      accepted(await updateSessionState(app, ann, { sessionId, state: "testing" }));
      accepted(await completeSession(app, ann, { sessionId, outcome: "failure", error: "No disk." }));
      expect(await history()).toEqual({
        ...open,
        outcome: "failure",
        current_state: "failed",
        completed_at: iso(START + 1234),
        history: await seen(),
      });
      expect(await seen()).toHaveLength(4);
    } finally {
      await world.close();
    }
  });
});
