// Where a request comes from: by its connection, or by the word of a proxy that the operator named. What others say in
// their headers is anybody's word.

import { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { MiddlewareHandler } from "hono";
import type { RequestContext, RouteEnv } from "../route-context.ts";

/** Who is at the other end of a Unix socket has no address. */
const OVER_SOCKET = "unix";

const RANGE = /^([0-9a-f.:]+)\/(\d{1,3})$/i;

/** Addresses, ranges such as 10.0.0.0/8, and `unix` for whoever uses the socket. */
export class Proxies {
  readonly #list = new BlockList();
  readonly #overSocket: boolean;

  constructor(named: readonly string[]) {
    this.#overSocket = named.includes(OVER_SOCKET);
    for (const name of named) {
      const problem = problemOfProxy(name);
      if (problem !== null) throw new Error(problem);
      if (name !== OVER_SOCKET) this.#add(name);
    }
  }

  /** `forwarded`: the X-Forwarded-For that came along. Each proxy adds whom it got the request from, at the end. */
  addressBehind(peer: string, forwarded: string | undefined): string {
    let address = peer;
    for (const said of (forwarded ?? "").split(",").toReversed()) {
      if (!this.#has(address)) return address;
      const next = bare(said.trim());
      if (isIP(next) === 0) return address;
      address = next;
    }
    return address;
  }

  #has(address: string): boolean {
    if (address === OVER_SOCKET) return this.#overSocket;
    const family = isIP(address);
    return family > 0 && this.#list.check(address, family === 6 ? "ipv6" : "ipv4");
  }

  #add(name: string): void {
    const { network, kind, length } = partsOf(name);
    if (length === undefined) this.#list.addAddress(network, kind);
    else this.#list.addSubnet(network, Number(length), kind);
  }
}

/** Why this names no proxy; null: it does. */
export function problemOfProxy(name: string): string | null {
  const { network, kind, length = "0" } = partsOf(name);
  const fits = isIP(network) > 0 && Number(length) <= (kind === "ipv6" ? 128 : 32);
  if (fits || name === OVER_SOCKET) return null;
  return `${JSON.stringify(name)} is neither an address, nor a range such as 10.0.0.0/8, nor "${OVER_SOCKET}"`;
}

function partsOf(name: string): { network: string; kind: "ipv4" | "ipv6"; length: string | undefined } {
  const [, network = name, length] = RANGE.exec(name) ?? [];
  return { network, kind: isIP(network) === 6 ? "ipv6" : "ipv4", length };
}

export function whereFrom(proxies: Proxies): MiddlewareHandler<RouteEnv> {
  return (context, next) => {
    context.set("from", proxies.addressBehind(peerOf(context), context.req.header("x-forwarded-for")));
    return next();
  };
}

/** The request as Node has it; null: a program in the same process asks, without a connection. */
export function incomingOf({ env }: RequestContext): IncomingMessage | null {
  const incoming: unknown = typeof env === "object" && "incoming" in env ? env.incoming : null;
  return incoming instanceof IncomingMessage ? incoming : null;
}

function peerOf(context: RequestContext): string {
  if (!incomingOf(context)) return "here";
  return bare(getConnInfo(context).remote.address ?? OVER_SOCKET);
}

/** Without a port, and of an IPv4 address in IPv6's clothes the address. */
function bare(address: string): string {
  const [, inBrackets] = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(address) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return (inBrackets ?? withPort ?? address).replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Of IPv6 the part that is given to one customer: the rest they choose themselves. */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? expanded(address).slice(0, 4).join(":") : address;
}

function expanded(address: string): readonly string[] {
  const [head = "", tail] = address.split("::");
  const parts = (text: string | undefined): string[] => (text === undefined || text === "" ? [] : text.split(":"));
  const [before, after] = [parts(head), parts(tail)];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => "0"), ...after];
}
