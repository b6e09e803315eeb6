// The mark of a state: shape says the flag (open, locked, waits for a person, end), colour says the phase.

import type { Workflow } from "../../../src/http/contract.ts";
import { lineOf, type MarkKind } from "../lib/line.ts";

const FLAGS: Readonly<Record<MarkKind, string>> = {
  ring: "",
  padlock: ", held by one at a time",
  semaphore: ", waits for a person",
  stop: ", end",
  "broken-stop": ", end",
};

export interface StateMarkProps {
  readonly workflow: Workflow;
  readonly state: string | null;
  /** Where the state's name stands beside it, the mark says nothing to a screen reader. */
  readonly silent?: boolean;
}

export function StateMark({ workflow, state, silent }: StateMarkProps) {
  const line = lineOf(workflow);
  const kind = line.markOf(state);
  const label = `${state ?? "No state"}${FLAGS[kind]}`;
  const colour = kind === "semaphore" ? "var(--human)" : line.colourOf(state);
  return (
    <svg
      className="mark"
      viewBox="0 0 16 16"
      {...(silent ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <MarkShape kind={kind} colour={colour} />
    </svg>
  );
}

/** For drawings that bring their own svg. */
export function MarkShape({ kind, colour }: { readonly kind: MarkKind; readonly colour: string }) {
  switch (kind) {
    case "ring":
      return <circle cx="8" cy="8" r="4.6" fill="var(--card)" stroke={colour} strokeWidth="2.6" />;
    case "padlock":
      return (
        <>
          <path d="M5 7.5V5.3a3 3 0 0 1 6 0v2.2" fill="none" stroke={colour} strokeWidth="2" />
          <rect x="2.8" y="7" width="10.4" height="7.2" rx="1.2" fill={colour} />
        </>
      );
    case "semaphore":
      return (
        <>
          <path d="M4 1.6v12.8M1.8 14.4h4.4" fill="none" stroke={colour} strokeWidth="2" />
          <rect x="4" y="2" width="11" height="5" fill={colour} />
        </>
      );
    case "stop":
      return (
        <>
          <path d="M.5 8h10" stroke={colour} strokeWidth="2.6" />
          <path d="M11.6 2.6v10.8" stroke={colour} strokeWidth="3.4" />
        </>
      );
    case "broken-stop":
      return (
        <>
          <path d="M.5 8h2.6M5 8h2.6" stroke={colour} strokeWidth="2.6" />
          <path d="M11.6 2.6v10.8" stroke={colour} strokeWidth="3.4" strokeDasharray="2.6 1.5" />
        </>
      );
  }
}

/** A refusal: a spur that ends in a stop. */
export function RefusedMark() {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M0 8h11" stroke="var(--danger)" strokeWidth="3" />
      <path d="M12 2v12" stroke="var(--danger)" strokeWidth="4" />
    </svg>
  );
}

/** Mark and name. */
export function StateName({ workflow, state }: { readonly workflow: Workflow; readonly state: string | null }) {
  return (
    <span className="state">
      <StateMark workflow={workflow} state={state} silent />
      {state ?? "No state"}
    </span>
  );
}
