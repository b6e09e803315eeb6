// Small facts of a ticket: key, priority, estimate, age, lease.

import { Link } from "wouter";
import { useNow } from "../lib/clock.ts";
import { cx } from "../lib/cx.ts";
import { showCountdown, showDuration, showMoment, showTime } from "../lib/time.ts";
import { showKey, ticketPath } from "../lib/words.ts";
import { Icon } from "./icon.tsx";

const MINUTE = 60_000;
const SOON_MS = 3 * MINUTE;

export function Key({ ticket }: { readonly ticket: string }) {
  return (
    <Link href={ticketPath(ticket)} className="num">
      {showKey(ticket)}
    </Link>
  );
}

export function Priority({ value }: { readonly value: string | null }) {
  if (value === null) return null;
  return (
    <span className={cx("pri", value.toLowerCase())} title={`Priority ${value}`}>
      {value}
    </span>
  );
}

export function Estimate({ value }: { readonly value: string | null }) {
  if (value === null) return null;
  return (
    <span className="est" title={`Estimate ${value}`}>
      {value}
    </span>
  );
}

/** How long ago, by the server's clock; it goes on by itself. */
/** `spoken`: as part of a sentence. */
export function Age({ since, spoken = false }: { readonly since: string; readonly spoken?: boolean }) {
  const now = useNow(30_000);
  const ms = Math.max(0, now - Date.parse(since));
  return (
    <time className="num" dateTime={since} title={`since ${showMoment(since)}`}>
      {ms < MINUTE ? (spoken ? "just now" : "now") : `${spoken ? "for " : ""}${showDuration(ms)}`}
    </time>
  );
}

export function Duration({ ms }: { readonly ms: number }) {
  return <span className="num">{showDuration(ms)}</span>;
}

export function Time({ at }: { readonly at: string }) {
  const now = useNow(MINUTE);
  return (
    <time className="num" dateTime={at} title={showMoment(at)}>
      {showTime(at, now)}
    </time>
  );
}

/** What is left of a claim: minutes, and seconds when it is about to run out. */
export function Lease({ expiresAt, expired }: { readonly expiresAt: string; readonly expired: boolean }) {
  const left = useLeaseLeft(expiresAt);
  const out = expired || left <= 0;
  const soon = !out && left < SOON_MS;
  const text = out ? "expired" : soon ? showCountdown(left) : showDuration(left);
  return (
    <span
      className={cx("berth lease", soon && "warn", out && "out")}
      title={out ? `The lease expired at ${showMoment(expiresAt)}` : `Lease until ${showMoment(expiresAt)}`}
    >
      <Icon name="lock" small />
      <span>{text}</span>
      <span className="vh">{out ? "" : " of the lease left"}</span>
    </span>
  );
}

/** Counted in seconds only at the end. */
export function useLeaseLeft(expiresAt: string): number {
  const coarse = Date.parse(expiresAt) - useNow(15_000);
  const fine = Date.parse(expiresAt) - useNow(coarse < SOON_MS + 20_000 ? 1000 : 15_000);
  return fine;
}
