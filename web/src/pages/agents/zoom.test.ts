import { expect, it } from "vitest";
import type { AgentView } from "../../../../src/http/contract.ts";
import { fittingStep, hoursFor, STEPS, zoomed } from "./zoom.ts";

const NOW = Date.UTC(2026, 10, 18, 12);

function agent(minutes: number, fields: Partial<AgentView> = {}): AgentView {
  const startedAt = new Date(NOW - minutes * 60_000).toISOString();
  return { standing: "live", sessions: [{ startedAt, completedAt: null }], ...fields } as AgentView;
}

it("fits what is live from its beginning on, from a minute to 30 days", () => {
  expect(fittingStep([agent(0.5)], NOW)).toBe(1);
  expect(fittingStep([agent(3), agent(31)], NOW)).toBe(40);
  expect(fittingStep([agent(20 * 24 * 60)], NOW)).toBe(43_200);
  expect(fittingStep([agent(90 * 24 * 60)], NOW)).toBe(43_200);
});

it("takes no notice of who is silent or has ended, and shows an hour where nobody is at work", () => {
  expect(fittingStep([agent(2), agent(5000, { standing: "silent" })], NOW)).toBe(2);
  expect(fittingStep([agent(5000, { standing: "ended" })], NOW)).toBe(60);
});

it("zooms by one step, and not beyond the last", () => {
  expect([zoomed(40, 1), zoomed(40, -1)]).toEqual([20, 60]);
  expect([zoomed(1, 1), zoomed(43_200, -1)]).toEqual([1, 43_200]);
  expect(STEPS.map(hoursFor).every((hours) => hours >= 24 && hours <= 720)).toBe(true);
});
