import { showTime } from "../../lib/time.ts";
import type { useWidth } from "../../plot/use-width.ts";

interface AxisTimesProps {
  readonly ref: ReturnType<typeof useWidth>[0];
  readonly now: number;
  readonly windowMs: number;
  readonly divisions: number;
}

/** The times above lanes, up to now. */
export function AxisTimes({ ref, now, windowMs, divisions }: AxisTimesProps) {
  const times = Array.from({ length: divisions }, (_, index) => now - windowMs + (windowMs * index) / divisions);
  return (
    <div ref={ref}>
      {times.map((time, index) => (
        <span key={index} style={{ left: `${(100 * index) / divisions}%` }}>
          {showTime(new Date(time).toISOString(), time)}
        </span>
      ))}
      <span className="lanes-now berth">{showTime(new Date(now).toISOString(), now)}</span>
    </div>
  );
}
