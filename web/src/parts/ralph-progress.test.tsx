import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { SessionAnswer, SessionDetail } from "../../../src/http/contract.ts";
import { keys } from "../api/queries.ts";
import { makeSession, sessionWorkflow } from "../testing/boards.ts";
import { RalphProgress } from "./ralph-progress.tsx";

function render(id: string, sessions: readonly SessionDetail[]): string {
  const client = new QueryClient();
  for (const session of sessions) {
    const answer: SessionAnswer = {
      seq: 1,
      now: session.seenAt,
      workflow: sessionWorkflow,
      session,
      olderBefore: null,
      lane: [],
      ticket: null,
      claim: null,
      disconnectedAt: null,
      endsAt: null,
      visits: [],
      around: [],
      aroundBefore: null,
      others: [],
    };
    client.setQueryData(keys.session(session.id), answer);
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RalphProgress session={id} />
    </QueryClientProvider>,
  );
}

describe("RalphProgress", () => {
  it.each([
    ["idle", "Idle", "--lit-gray", 'r="3"'],
    ["analyzing", "Analyzing", "--lit-blue", 'class="spin"'],
    ["implementing", "Implementing", "--lit-yellow", 'class="pulse"'],
    ["testing", "Testing", "--lit-cyan", 'class="spin"'],
    ["committing", "Committing", "--lit-green", 'class="spin"'],
    ["reviewing", "Reviewing", "--lit-purple", 'r="1.7"'],
    ["done", "Done", "--lit-green", "m5.6 10.4 3 3 5.8-6.4"],
    ["failed", "Failed", "--lit-red", "m6.2 6.2 7.6 7.6"],
  ])("shows a session that is %s by the name %s, in its colour and its shape", (state, name, colour, shape) => {
    const html = render(`session-${state}`, [makeSession(state, {})]);
    expect(html).toContain(`<span>${name}</span>`);
    expect(html).toContain(`aria-label="${name}"`);
    expect(html).toContain(`var(${colour})`);
    expect(html).toContain(shape);
  });

  it("draws each of the eight differently, without the help of colour", () => {
    const drawings = Object.keys(sessionWorkflow.states).map((state) =>
      render(`session-${state}`, [makeSession(state, {})])
        .replaceAll(/var\(--lit-[a-z]+\)/g, "")
        .replaceAll(new RegExp(state, "gi"), ""),
    );
    expect(drawings).toHaveLength(8);
    expect(new Set(drawings).size).toBe(8);
  });

  it("says that a session is silent, and lights nothing", () => {
    const html = render("session-testing", [makeSession("testing", { silent: true })]);
    expect(html).toContain("Testing, silent");
    expect(html).not.toContain("--lit-cyan");
  });

  it("waits for a session that it does not know yet", () => {
    expect(render("unknown", [])).toContain("Looking");
  });
});
