// Live light on a black bezel: what a session is doing right now.

import { useIsLost } from "../api/connection.ts";
import { cx } from "../lib/cx.ts";
import { readIndicator, type Indicator } from "./indicator.ts";

export interface LampProps {
  readonly state: string;
  readonly indicator: string | null;
  readonly silent?: boolean;
  /** What a screen reader hears; the state where it says nothing else. */
  readonly label?: string;
  readonly size?: "s" | "m" | "l";
}

export function Lamp({ state, indicator, silent, label, size }: LampProps) {
  // Without a connection nobody knows what goes on, and a lamp that still turned would be a lie.
  const frozen = useIsLost();
  const name = label ?? (silent ? `${state}, silent` : state);
  return (
    <svg
      className={cx("lamp", size === "s" && "s", size === "l" && "l")}
      viewBox="0 0 20 20"
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      <circle className="bezel" cx="10" cy="10" r="9.5" />
      {silent || frozen ? <SilentRing /> : <Light indicator={readIndicator(indicator)} />}
    </svg>
  );
}

/** A lamp that belongs to no session: the connection's. */
export function SignalLamp({
  lit,
  label,
  size,
}: {
  readonly lit: boolean;
  readonly label: string;
  readonly size?: "s" | "m";
}) {
  return (
    <svg className={cx("lamp", size === "s" && "s")} viewBox="0 0 20 20" role="img" aria-label={label}>
      <circle className="bezel" cx="10" cy="10" r="9.5" />
      {lit ? <circle cx="10" cy="10" r="4" fill="var(--lit-green)" /> : <SilentRing />}
    </svg>
  );
}

function SilentRing() {
  return (
    <circle cx="10" cy="10" r="4.6" fill="none" stroke="var(--lit-warn)" strokeWidth="2" strokeDasharray="2.4 2.4" />
  );
}

const ARC_PATHS = {
  1: "M12.7 5.32A5.4 5.4 0 1 1 5.32 7.3",
  2: "M12.7 5.32A5.4 5.4 0 0 1 12.54 14.77M7.3 14.68A5.4 5.4 0 0 1 7.46 5.23",
  3: "M12.7 5.32A5.4 5.4 0 0 1 15.24 11.31M12.7 14.68A5.4 5.4 0 0 1 6.25 13.88M4.6 10A5.4 5.4 0 0 1 8.51 4.81",
} as const;

const DOT_RADIUS = { small: 3, plain: 4.4, pupil: 5 } as const;

function Light({ indicator }: { readonly indicator: Indicator }) {
  const { colour, shape, arcs, dot } = indicator;
  switch (shape) {
    case "spinner":
      return (
        <g className="spin">
          <path d={ARC_PATHS[arcs]} fill="none" stroke={colour} strokeWidth="2.6" />
        </g>
      );
    case "pulse":
      return (
        <>
          <circle className="pulse" cx="10" cy="10" r="7" fill="none" stroke={colour} strokeWidth="1.4" opacity=".7" />
          <circle cx="10" cy="10" r="4" fill={colour} />
        </>
      );
    case "check":
      return <path d="m5.6 10.4 3 3 5.8-6.4" fill="none" stroke={colour} strokeWidth="2.4" />;
    case "cross":
      return <path d="m6.2 6.2 7.6 7.6M13.8 6.2l-7.6 7.6" fill="none" stroke={colour} strokeWidth="2.4" />;
    case "dot":
      return (
        <>
          <circle cx="10" cy="10" r={DOT_RADIUS[dot]} fill={colour} />
          {dot === "pupil" && <circle cx="10" cy="10" r="1.7" fill="var(--bezel)" />}
        </>
      );
  }
}
