// How a process uses a PostgreSQL server: how many connections, how long a statement may take, and where to listen.

import { quote } from "../engine/words.ts";

export interface ConnectionSettings {
  readonly poolSize?: number;
  readonly statementMs?: number;
  readonly listenUrl?: string;
}

const MOST_CONNECTIONS = 200;
const LONGEST_MS = 3_600_000;

/** `from`: what a variable says, by its setting; `file`: what the project's file says. */
export function readConnectionSettings(
  from: (setting: string, name: string) => string | undefined,
  file: {
    readonly poolSize?: number | undefined;
    readonly statementMs?: number | undefined;
    readonly listenUrl?: string | undefined;
  },
  problems: string[],
): ConnectionSettings {
  const number = (setting: string, name: string, most: number): number | undefined => {
    const value = from(setting, name);
    if (value === undefined) return undefined;
    const read = Number(value);
    if (Number.isInteger(read) && read >= 1 && read <= most) return read;
    problems.push(`${name}: ${quote(value)} is no whole number from 1 to ${most}. It was left out.`);
    return undefined;
  };
  const poolSize = number("poolSize", "SIGNALBOX_POOL_SIZE", MOST_CONNECTIONS) ?? file.poolSize;
  const statementMs = number("statementMs", "SIGNALBOX_STATEMENT_MS", LONGEST_MS) ?? file.statementMs;
  const listenUrl = from("listenUrl", "SIGNALBOX_LISTEN_URL") ?? file.listenUrl;
  return {
    ...(poolSize === undefined ? {} : { poolSize }),
    ...(statementMs === undefined ? {} : { statementMs }),
    ...(listenUrl === undefined ? {} : { listenUrl }),
  };
}

/** A process that serves one agent, looks once, or is started often takes one connection. */
export function oneConnection(settings: ConnectionSettings): ConnectionSettings {
  return { poolSize: 1, ...settings };
}
