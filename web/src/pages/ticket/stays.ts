import type { StayView } from "../../../../src/http/contract.ts";

/** The stay that goes on is as long as it is by now, and not as it was when the page was loaded. */
export function liveStays(stays: readonly StayView[], now: number): readonly StayView[] {
  return stays.map((stay) =>
    stay.until === null ? { ...stay, ms: Math.max(stay.ms, now - Date.parse(stay.from)) } : stay,
  );
}
