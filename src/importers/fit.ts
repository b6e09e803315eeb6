// Their tickets made to fit here. What is too long, or has no place, is moved and not dropped; what is moved is noted.

import type { ImportTicket } from "../app/tickets/import.ts";
import { LIMITS } from "../app/commit/limits.ts";
import type { ForeignTicket } from "./foreign.ts";
import type { WordMap } from "./map.ts";

export interface Fitted {
  readonly tickets: readonly ImportTicket[];
  readonly notes: readonly string[];
}

/** `source`: the tracker's name, for people. */
export function fitTickets(found: readonly ForeignTicket[], map: WordMap, source: string): Fitted {
  const notes: string[] = [];
  const ids = new Set(found.map(({ id }) => id));
  const tickets = found.map((ticket): ImportTicket => {
    const note = (what: string): void => void notes.push(`${ticket.id}: ${what}`);
    const lost: (readonly [string, string])[] = [];
    const word = (part: "priorities" | "estimates", name: string, given: string | null): string | null => {
      const ours = given === null ? null : (map[part][given] ?? null);
      if (given !== null && ours === null) lost.push([name, given]);
      return ours;
    };
    const present = (name: string, id: string): boolean => {
      if (ids.has(id) && id !== ticket.id) return true;
      note(`${name} ${id} is not among what is imported; it stands below the text`);
      lost.push([name, id]);
      return false;
    };
    const title = fitTitle(ticket, lost);
    const priority = word("priorities", "priority", ticket.priority);
    const estimate = word("estimates", "estimate", ticket.estimate);
    const labels = ticket.labels.filter((label) => fitsLabel(label, lost));
    const parent = ticket.parent !== null && present("parent", ticket.parent) ? ticket.parent : null;
    const blockedBy = [...new Set(ticket.blockedBy)].filter((id) => present("blocked by", id));
    const { body, rest } = fitBody(storable(ticket.body), footerOf(ticket, source, lost));
    if (rest.length > 0) note(`its text is longer than a body may be: ${rest.length} comments hold the rest`);
    if (storable(ticket.title + ticket.body) !== ticket.title + ticket.body)
      note("characters that can't be stored were replaced");
    return {
      id: ticket.id,
      title,
      body,
      state: map.states[ticket.state] ?? "",
      reason: `Imported from ${source}, where it was "${storable(ticket.state)}".`,
      priority,
      estimate,
      labels: labels.map(storable),
      parent,
      blockedBy,
      comments: [
        ...rest.map((text) => ({ author: source, body: text })),
        ...ticket.comments.flatMap(({ author, body: said }) =>
          split(storable(said)).map((text) => ({ author: storable(author).slice(0, LIMITS.name.most), body: text })),
        ),
      ],
    };
  });
  return { tickets, notes };
}

function fitTitle({ id, title }: ForeignTicket, lost: (readonly [string, string])[]): string {
  const letters = Array.from(storable(title).trim().replaceAll(/\s+/g, " "));
  if (letters.length === 0) return `(${id} has no title)`;
  if (letters.length <= LIMITS.title.most) return letters.join("");
  lost.push(["title", letters.join("")]);
  return `${letters.slice(0, LIMITS.title.most - 1).join("")}…`;
}

function fitsLabel(label: string, lost: (readonly [string, string])[]): boolean {
  const fits = label.trim() !== "" && Array.from(label).length <= LIMITS.label.most;
  if (!fits && label.trim() !== "") lost.push(["label", label]);
  return fits;
}

/** Where it comes from, and all that has no place of its own. */
function footerOf({ id, extra }: ForeignTicket, source: string, lost: readonly (readonly [string, string])[]): string {
  const lines = [...lost, ...extra].map(([name, value]) => `- ${name}: ${value.replaceAll(/\s*\n\s*/g, " ")}`);
  return storable([`Imported from ${source}: ${id}`, ...lines].join("\n"));
}

function fitBody(text: string, footer: string): { readonly body: string; readonly rest: readonly string[] } {
  const whole = text === "" ? footer : `${text}\n\n---\n${footer}`;
  const [body = "", ...rest] = split(whole);
  return { body, rest };
}

/** In parts that fit, never in the middle of a character. */
function split(text: string): readonly string[] {
  const { most } = LIMITS.body;
  if (Buffer.byteLength(text) <= most) return text.trim() === "" ? [] : [text];
  const parts: string[] = [];
  let [part, size] = ["", 0];
  for (const letter of text) {
    const bytes = Buffer.byteLength(letter);
    if (size + bytes > most) {
      parts.push(part);
      [part, size] = ["", 0];
    }
    part += letter;
    size += bytes;
  }
  return [...parts, part].filter((one) => one.trim() !== "");
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
