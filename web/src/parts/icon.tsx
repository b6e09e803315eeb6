// Small line drawings, 16 by 16.

import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

const drawings = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  moon: <path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.7M8 12.8v1.7M1.5 8h1.7M12.8 8h1.7M3.4 3.4l1.2 1.2M11.4 11.4l1.2 1.2M12.6 3.4l-1.2 1.2M4.6 11.4l-1.2 1.2" />
    </>
  ),
  down: <path d="m4 6 4 4 4-4" />,
  up: <path d="m4 10 4-4 4 4" />,
  right: <path d="m6 4 4 4-4 4" />,
  to: <path d="M2.5 8h11M9.5 4l4 4-4 4" />,
  lock: (
    <>
      <path d="M5 7V5.2a3 3 0 0 1 6 0V7" />
      <rect x="3.2" y="7" width="9.6" height="6.8" rx="1.2" />
    </>
  ),
  group: (
    <>
      <circle cx="4" cy="8" r="2.3" />
      <circle cx="12" cy="8" r="2.3" />
      <path d="M6.3 8h3.4" />
    </>
  ),
  stop: (
    <>
      <path d="M2 8h8" />
      <path d="M12 3.5v9" strokeWidth="2.6" />
    </>
  ),
  unfold: <path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5" />,
  fold: <path d="M2.5 4.5 6 8l-3.5 3.5M13.5 4.5 10 8l3.5 3.5" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  warning: (
    <>
      <path d="M8 2.2 14.5 13.5h-13z" />
      <path d="M8 6.5v3.4M8 11.7v.1" />
    </>
  ),
  check: <path d="m3.5 8.5 3 3 6-7" />,
  expand: <path d="M9.5 2.5h4v4M13 3 9 7M6.5 13.5h-4v-4M3 13l4-4" />,
  board: <path d="M3 3v10M8 3v6M13 3v8" strokeWidth="2.6" />,
  semaphore: <path d="M4.5 2v12M2.5 14h4M4.5 2.5H14v4.5H4.5" />,
  lanes: <path d="M2 4h8M5 8h9M2 12h6" strokeWidth="2.4" />,
  points: <path d="M2 11h12M5 11l4-6h4" />,
  pull: (
    <>
      <circle cx="4" cy="3.6" r="1.7" />
      <circle cx="4" cy="12.4" r="1.7" />
      <circle cx="12" cy="12.4" r="1.7" />
      <path d="M4 5.3v5.4M12 10.7V6.2A2.2 2.2 0 0 0 9.8 4H7.5" />
    </>
  ),
  pencil: <path d="m3 13 .6-3L11 2.6 13.4 5 6 12.4z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  ledger: <path d="M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3" />,
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 14c.5-3.2 2.5-4.6 5.2-4.6s4.7 1.4 5.2 4.6" />
    </>
  ),
  comment: <path d="M2.5 3h11v7.5H7L4 13v-2.5H2.5z" />,
  key: (
    <>
      <circle cx="5" cy="8" r="2.8" />
      <path d="M7.8 8h6M11.5 8v2.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  more: <path d="M3 8h.1M8 8h.1M13 8h.1" strokeWidth="2.8" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function Icon({ name, small }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg className={cx("icon", small && "s")} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

export function Logo() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <rect x=".5" y=".5" width="25" height="25" rx="4" fill="var(--bezel)" stroke="var(--bezel-rim)" />
      <path d="M3.5 17h7M13 17h9.5" stroke="var(--lit)" strokeWidth="2.4" />
      <path d="M9.5 17 17 9.5h1.5" fill="none" stroke="var(--lit)" strokeWidth="2.4" />
      <circle cx="20" cy="9.5" r="2.9" fill="var(--lit-warn)" />
    </svg>
  );
}
