// The line that nobody sees under what we write on GitHub. It says which store wrote it, for which plan, and what the
// plan did, so that a lost answer can be looked up, and another store knows whose move it is.

export interface Marker {
  readonly store: string;
  /** The plan's own, and random. */
  readonly id: string;
  /** The agent that acted; null: a person, who is named in the text above. */
  readonly agent: { readonly connection: string; readonly agent: string | null } | null;
  readonly person: string | null;
  readonly move: MarkedMove | null;
}

export interface MarkedMove {
  readonly from: string | null;
  readonly to: string;
  readonly command: string | null;
  readonly intent: string | null;
}

const LINE = /\n*<!-- signalbox:([A-Za-z0-9_-]+) -->\s*$/;
/** Wherever it stands, and however it is spaced. */
const LOOKALIKE = /<!--(?=\s*signalbox\s*:)/gi;

export function withMarker(text: string, marker: Marker): string {
  const packed = Buffer.from(JSON.stringify(marker)).toString("base64url");
  return `${defuse(text)}\n<!-- signalbox:${packed} -->`;
}

/** Somebody's text must not be taken for ours: it is shown as it was typed, and is no marker. */
export function defuse(text: string): string {
  return text.replaceAll(LOOKALIKE, "&lt;!--");
}

export function markerIn(text: string): Marker | null {
  const packed = LINE.exec(text)?.[1];
  return packed === undefined ? null : unpack(packed);
}

/** The plan's part of a marker's name; null: it was made for none of ours. */
export function planOf(marker: Marker | null): string | null {
  return /^(.+)\.\d+$/.exec(marker?.id ?? "")?.[1] ?? null;
}

export function withoutMarker(text: string): string {
  return text.replace(LINE, "");
}

/** Anybody may write comments: what does not have the shape of a marker is none. */
function unpack(packed: string): Marker | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(packed, "base64url").toString("utf8"));
    return isMarker(value) ? value : null;
  } catch {
    return null;
  }
}

function isMarker(value: unknown): value is Marker {
  if (!isRecord(value)) return false;
  const { store, id, agent, person, move } = value;
  if (typeof store !== "string" || typeof id !== "string") return false;
  if (person !== null && typeof person !== "string") return false;
  if (agent !== null && !(isRecord(agent) && typeof agent["connection"] === "string" && isMaybeText(agent["agent"]))) {
    return false;
  }
  if (move === null) return true;
  if (!isRecord(move) || typeof move["to"] !== "string") return false;
  return [move["from"], move["command"], move["intent"]].every(isMaybeText);
}

function isMaybeText(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
