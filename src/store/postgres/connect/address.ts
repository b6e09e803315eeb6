// A PostgreSQL URL, as people write it: several hosts, and a password with any character, encoded or not.

import { StoreError } from "../../errors.ts";

export interface Address {
  /** One URL for each host, as the driver takes it. */
  readonly urls: readonly string[];
  /** For messages: never the user, never the password. */
  readonly where: string;
  /** What the URL itself asks every connection for. */
  readonly options: string;
}

const SCHEME = /^(?:postgres|postgresql):\/\//;
const HOST = String.raw`(?:\[[^\]]*\]|[^:,@/?#[\]]*)(?::\d+)?`;
const HOSTS = String.raw`${HOST}(?:,${HOST})*`;
const REST = String.raw`(?:\/([^?]*))?(?:\?(.*))?$`;
/** As the standard has it: what is special in a password is encoded. */
const STRICT = new RegExp(String.raw`^(?:([^/?#]*)@)?(${HOSTS})${REST}`, "s");
/** As people paste it: the last @ that a host can follow ends the password. */
const LENIENT = new RegExp(String.raw`^(?:(.*)@)?(${HOSTS})${REST}`, "s");

export function readAddress(url: string): Address {
  if (url.startsWith("socket:")) return { urls: [url], where: "a local socket", options: "" };
  const rest = url.replace(SCHEME, "");
  const strict = rest === url ? null : STRICT.exec(rest);
  const found = strict && !strict[0].includes("#") ? strict : LENIENT.exec(rest);
  if (rest === url || !found) {
    throw new StoreError(
      "store_failed",
      "The address of the database is no PostgreSQL URL.",
      "Write it as postgres://user:password@host:5432/database.",
    );
  }
  const [, login, hosts = "", database = "", query = ""] = found;
  const params = new URLSearchParams(query);
  // Whether a server takes writes is looked at for every connection anyway.
  params.delete("target_session_attrs");
  const options = params.get("options") ?? "";
  params.delete("options");
  const socket = params.get("host");
  const tail = `/${encoded(database)}${params.size === 0 ? "" : `?${params.toString()}`}`;
  return {
    urls: hosts.split(",").map((host) => `postgres://${loginOf(login)}${host}${tail}`),
    where: `${socket ?? (hosts === "" ? "localhost" : hosts)}/${database}`,
    options,
  };
}

function loginOf(login: string | undefined): string {
  if (login === undefined) return "";
  const colon = login.indexOf(":");
  if (colon === -1) return `${encoded(login)}@`;
  return `${encoded(login.slice(0, colon))}:${encoded(login.slice(colon + 1))}@`;
}

function encoded(text: string): string {
  return encodeURIComponent(decoded(text));
}

/** A percent sign that begins no code stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
