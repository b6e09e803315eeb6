// One row of the ledger in words: "impl #114 Plan in Review → In Progress". Who did it stands elsewhere.

import { shortCommit } from "../../engine/evidence/fact.ts";
import { showKey } from "../../engine/facts.ts";
import type { EventView } from "../pages/views.ts";

export function eventWords(event: EventView): string {
  const command = event.command === null ? "" : `${event.command} `;
  return `${command}${whatOf(event)} ${deedWords(event)}`;
}

/** On what: a ticket's number, and for a session the ticket that it is on. */
function whatOf({ subject, data }: EventView): string {
  const { ticket } = data;
  if (subject.type === "ticket") return showKey(subject.key);
  if (subject.type === "session") return typeof ticket === "string" ? `${showKey(ticket)} session` : "session";
  if (subject.type === "commit") return shortCommit(subject.key);
  return subject.type === "board" ? subject.key : `${subject.type} ${subject.key}`;
}

/** What happened, without who did it and on what. */
export function deedWords(event: EventView): string {
  const { kind, data } = event;
  const task = typeof data["task"] === "string" ? `task ${data["task"]}` : null;
  const status = typeof data["status"] === "string" ? ` ${data["status"]}` : "";
  switch (kind) {
    case "refuse":
      return [asked(event), task && `${task}${status}`, `refused: ${event.code}`]
        .filter((part) => part !== null)
        .join(" ");
    case "create":
      return event.to === null ? "created" : `created in ${event.to}`;
    case "stay":
      return task === null ? `stays in ${event.to ?? event.from}` : `${task}${status}`;
    case "claim":
      return "lease cut short: its holder went away";
    case "release":
      return `released${data["deposed"] === true ? `, taken from ${String(data["holder"])}` : ""}`;
    case "edit":
      if (event.subject.type === "session") return sessionEdited(data);
      if (typeof data["token"] === "string")
        return `token ${String(data["name"])} limited to ${names("", data["limited"])}`;
      return task === null ? `edited${names(": ", data["fields"])}` : `${task}${status}`;
    case "link":
      return `linked${linked(data)}`;
    case "comment":
      return "comment";
    case "adopt":
      return `workflow ${String(data["name"])} takes force${isMapped(data["map"]) ? ", with a map" : ""}`;
    case "redact":
      return `row ${String(data["seq"])} redacted`;
    case "issue":
      if (typeof data["link"] === "string") return `link for token ${String(data["name"])} given out`;
      if (typeof data["witness"] === "string") return `${witness(data)} trusted with ${names("", data["facts"])}`;
      return `token ${String(data["name"])} given out, role ${String(data["role"])}`;
    case "revoke":
      if (typeof data["browser"] === "string")
        return `browser ${data["browser"]} of ${String(data["name"])} signed out`;
      if (typeof data["witness"] === "string") return `${witness(data)} no longer trusted`;
      return `token ${String(data["name"])} revoked`;
    case "rename":
      return typeof data["formerKey"] === "string" ? `renamed: it was ${showKey(data["formerKey"])}` : "renamed";
    case "void":
      return "given up";
    case "fact":
      return `${String(data["name"])}: ${String(data["verdict"])} (${String(data["level"])}, ${String(data["source"])})`;
    case "retract":
      return `${String(data["name"])} of ${String(data["source"])} taken back`;
    default:
      return `${route(event)}${how(event)}`;
  }
}

function witness({ repositoryId, workflow }: EventView["data"]): string {
  return `workflow ${String(workflow)} of repository ${String(repositoryId)}`;
}

function sessionEdited({ disconnected, ended, ticketState, claimedBy, fields }: EventView["data"]): string {
  if (ended === "claimed") return `ended: ${String(claimedBy)} claimed the ticket`;
  if (ended === "closed")
    return `ended: the ticket was closed${typeof ticketState === "string" ? ` (${ticketState})` : ""}`;
  if (disconnected === true) return "client went away";
  return Array.isArray(fields) && fields.includes("connection") ? "taken up" : "client is back";
}

function route({ from, to }: EventView): string {
  return `${from ?? "(none)"} → ${to ?? "(none)"}`;
}

/** What a refused call wanted: the state that it named, or the intent. */
function asked(event: EventView): string | null {
  if (event.to !== null) return route(event);
  if (event.intent !== null) return `${event.intent} in ${event.from ?? "(none)"}`;
  return event.from;
}

function how({ kind, data }: EventView): string {
  const { cause, claim, outOfOrder } = data;
  const parts = [
    kind === "override" ? "override" : null,
    kind === "map" ? (isReleased(claim) ? "mapped, released" : "mapped") : null,
    kind === "undo" ? `undoes row ${String(data["undoes"])}` : null,
    kind === "propagate" && typeof cause === "string" ? `follows ${showKey(cause)}` : null,
    isAcquired(claim) ? "claimed" : null,
    outOfOrder === true ? "out of order" : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function isAcquired(claim: unknown): boolean {
  return typeof claim === "object" && claim !== null && "type" in claim && claim.type === "acquire";
}

function isMapped(map: unknown): boolean {
  return typeof map === "object" && map !== null;
}

function isReleased(claim: unknown): boolean {
  return typeof claim === "object" && claim !== null && "type" in claim && claim.type === "release";
}

function linked(data: EventView["data"]): string {
  const { parent, formerParent, added, removed } = data;
  const parts = [
    names(" blocked by ", keys(added)),
    names(" no longer blocked by ", keys(removed)),
    parent === formerParent ? "" : typeof parent === "string" ? ` below ${showKey(parent)}` : " without a parent",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `:${parts.join(",")}`;
}

function keys(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((key) => typeof key === "string").map(showKey) : [];
}

function names(before: string, list: unknown): string {
  return Array.isArray(list) && list.length > 0 ? `${before}${list.join(", ")}` : "";
}
