// What a workflow says about how a state is shown ("cyan spinner"), as colour and shape.

export type LampShape = "dot" | "spinner" | "pulse" | "check" | "cross";

export interface Indicator {
  /** A CSS colour. */
  readonly colour: string;
  readonly shape: LampShape;
  /** Of a spinner: colour is not the only thing that tells them apart. */
  readonly arcs: 1 | 2 | 3;
  /** Of a dot: small (nothing happens yet), plain, or with a pupil. */
  readonly dot: "small" | "plain" | "pupil";
}

const COLOURS: Readonly<Record<string, string>> = {
  gray: "var(--lit-gray)",
  grey: "var(--lit-gray)",
  blue: "var(--lit-blue)",
  yellow: "var(--lit-yellow)",
  cyan: "var(--lit-cyan)",
  green: "var(--lit-green)",
  purple: "var(--lit-purple)",
  red: "var(--lit-red)",
  orange: "var(--lit-warn)",
};

const SHAPES: Readonly<Record<string, LampShape>> = {
  dot: "dot",
  spinner: "spinner",
  pulse: "pulse",
  check: "check",
  x: "cross",
  cross: "cross",
};

const ARCS: Readonly<Record<string, 1 | 2 | 3>> = { cyan: 2, green: 3 };

/** Without an indicator, or with one of unknown words, it is a plain lit dot: something is there. */
export function readIndicator(indicator: string | null): Indicator {
  const words = (indicator ?? "").toLowerCase().split(/\s+/);
  const colour = words.find((word) => word in COLOURS) ?? "";
  const shape = words.map((word) => SHAPES[word]).find((known) => known !== undefined) ?? "dot";
  return {
    colour: COLOURS[colour] ?? "var(--lit)",
    shape,
    arcs: ARCS[colour] ?? 1,
    dot: colour === "gray" || colour === "grey" ? "small" : colour === "purple" ? "pupil" : "plain",
  };
}
