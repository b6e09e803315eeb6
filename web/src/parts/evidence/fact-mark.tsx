// The mark of a fact. Its shape is the verdict; a full one counts, a dashed one doesn't.

import type { ReactNode } from "react";
import type { FactMark as Mark } from "../../../../src/http/contract.ts";

const TICK = "m5.2 8.3 2 2 3.7-4.2";

const SHAPES: Readonly<Record<Mark, ReactNode>> = {
  pass: (
    <>
      <circle cx="8" cy="8" r="6.6" fill="var(--done)" />
      <path d="m4.9 8.3 2.2 2.2 4.1-4.6" stroke="var(--card)" strokeWidth="1.8" />
    </>
  ),
  said: (
    <>
      <circle cx="8" cy="8" r="6" stroke="var(--ink3)" strokeWidth="1.4" strokeDasharray="2.2 1.8" />
      <path d={TICK} stroke="var(--ink3)" strokeWidth="1.6" />
    </>
  ),
  older: (
    <>
      <circle cx="8" cy="8" r="6" stroke="var(--ink3)" strokeWidth="1.4" />
      <path d={TICK} stroke="var(--ink3)" strokeWidth="1.6" />
      <path d="M2 14 14 2" stroke="var(--ink3)" strokeWidth="1.4" />
    </>
  ),
  none: <circle cx="8" cy="8" r="5.8" stroke="var(--edge)" strokeWidth="1.5" strokeDasharray="1.4 2" />,
  fail: (
    <>
      <rect x="1.6" y="1.6" width="12.8" height="12.8" rx="1.5" fill="var(--danger)" />
      <path d="m5.2 5.2 5.6 5.6M10.8 5.2l-5.6 5.6" stroke="var(--card)" strokeWidth="1.9" />
    </>
  ),
  empty: (
    <>
      <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="1.5" stroke="var(--danger)" strokeWidth="1.5" />
      <path d="M5 8h6" stroke="var(--danger)" strokeWidth="1.8" />
    </>
  ),
  unknown: (
    <>
      <circle cx="8" cy="8" r="6" stroke="var(--human)" strokeWidth="1.5" />
      <path
        d="M6.2 6.3a1.9 1.9 0 1 1 2.7 2c-.6.3-.9.6-.9 1.2M8 11.4v.2"
        stroke="var(--human)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  ),
  contradicted: (
    <>
      <path d="M8 1.4 14.6 8 8 14.6 1.4 8z" fill="var(--danger)" />
      <path d="M8 4.8v3.8M8 10.6v.3" stroke="var(--card)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
};

const SPOKEN: Readonly<Record<Mark, string>> = {
  pass: "passed",
  said: "only reported",
  older: "passed at an older commit",
  none: "nobody has looked yet",
  fail: "failed",
  empty: "ran nothing",
  unknown: "can’t be looked at",
  contradicted: "contradicted",
};

export function FactMark({ mark }: { readonly mark: Mark }) {
  return (
    <svg className="fact-mark" viewBox="0 0 16 16" fill="none" role="img" aria-label={SPOKEN[mark]}>
      {SHAPES[mark]}
    </svg>
  );
}
