import type { VisitView } from "../../../../src/http/contract.ts";

/** The visit that goes on is as long as it is by now, and not as it was when the page was loaded. */
export function liveVisits(visits: readonly VisitView[], now: number): readonly VisitView[] {
  return visits.map((visit) =>
    visit.until === null ? { ...visit, ms: Math.max(visit.ms, now - Date.parse(visit.from)) } : visit,
  );
}
