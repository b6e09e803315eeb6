// Agents with a server each, and some who share one over HTTP, all on one SQLite file.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaseSeconds } from "../../src/demo/leases.ts";
import { mountSmallDisk, type SmallDisk } from "../support/processes/disk.ts";
import type { Content } from "./agent-ask.ts";
import { command, printedBy, verify } from "./command.ts";
import { copied, fullDisk, lockedFile, longReader, verified } from "./faults/file.ts";
import type { Fault } from "./faults/fault.ts";
import { frozen, killed, wrongClocks } from "./faults/processes.ts";
import type { Weather } from "./faults/weather.ts";
import { freePorts, HttpLine, SharedServer } from "./fleet-http.ts";
import { OwnServer } from "./fleet-stdio.ts";
import type { Frail } from "./fleet.ts";
import { issueTokens } from "./issue-tokens.ts";
import { removeAtExit } from "./leftovers.ts";
import type { Person } from "./people.ts";
import type { Phase, PhaseOptions, PhaseSummary } from "./phase.ts";
import type { Seat } from "./seats.ts";
import { sqliteSource } from "./source.ts";
import { play, type Scenery, type Size } from "./stage.ts";
import { PACE, writeWorkflows } from "./workflows.ts";

type Env = Readonly<Record<string, string>>;

const DISK = "2g";
const LATER_MS = 2 * 3_600_000;
/** They live through all of it, so that their memory can be watched. */
const VETERANS = 2;

export const sqlite: Phase = {
  name: "sqlite",
  run: (options) => soakSqlite(options, { agents: 24, thinkMs: 200, calmMs: { least: 300, most: 3000 } }),
};

export function soakSqlite(options: PhaseOptions, size: Size): Promise<PhaseSummary> {
  return play("sqlite", options, size, (weather) => build(options, size, weather));
}

/** What they send comes in at the same time, and is put on disk together. */
const SHARING = 1 / 3;

type AnyLine = OwnServer | HttpLine;

async function build({ tell }: PhaseOptions, { agents }: Size, weather: Weather): Promise<Scenery<AnyLine>> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-soak-"));
  const disk = await mountSmallDisk(DISK);
  if (!disk) tell("sqlite: this user can't mount a small disk, so that it is never full");
  const isGone = removeAtExit(() => {
    if (disk) {
      execFileSync("umount", ["-l", disk.folder]);
      rmSync(disk.folder, { recursive: true });
    }
    rmSync(folder, { recursive: true });
  });
  const database = join(disk?.folder ?? folder, "board.db");
  const { workflow, env } = writeWorkflows(folder);
  const start = (name: string): Promise<OwnServer> =>
    OwnServer.start({ database, name, env, clockFile: join(folder, `${name}.clock`) });
  const alone = Math.ceil(agents * (1 - SHARING));
  const tokens = await issueTokens({ database }, agents - alone);
  const [port = 0] = await freePorts(1);
  const shared = new SharedServer({ name: "shared", database, port, env, clockFile: join(folder, "shared.clock") });
  await shared.start();
  return {
    open: () => sqliteSource(database),
    workflow,
    connect: async (seat, name) => {
      const token = tokens[seat - alone];
      return token === undefined ? start(name) : new HttpLine([shared], 0, token, name, weather);
    },
    person: personAtTheCommandLine(database, env),
    faults: (seats) => faultsOf(seats, shared, { database, folder, env, disk }),
    veterans: (seats) =>
      seats.slice(0, VETERANS).flatMap(({ line }) => (line instanceof OwnServer ? (line.pid ?? []) : [])),
    letTimePass: async () => {
      // A server whose clock was ahead has given out leases that last until then.
      const last = await start("the-last");
      last.shiftClock(LATER_MS);
      return last;
    },
    judge: (notes) => verify(database, env, notes),
    end: () => shared.stop(),
    clear: async () => {
      isGone();
      await disk?.unmount();
      await rm(folder, { recursive: true });
    },
    keep: () => {
      isGone();
      return Promise.resolve(database);
    },
  };
}

interface Place {
  readonly database: string;
  readonly folder: string;
  readonly env: Env;
  readonly disk: SmallDisk | null;
}

function faultsOf(
  seats: readonly Seat<AnyLine>[],
  shared: SharedServer,
  { database, folder, env, disk }: Place,
): readonly (readonly Fault[])[] {
  const all = (): readonly Frail[] => [...seats.flatMap(frailOf), shared];
  const mortal = (): readonly Frail[] => [...seats.slice(VETERANS).flatMap(frailOf), shared];
  const lease = leaseSeconds(PACE) * 1000;
  const agentKilled: Fault = {
    name: "agent killed",
    weight: 3,
    codes: [],
    strike: async (random) => random.oneOf(seats.slice(VETERANS).filter(({ line }) => line !== null))?.killAgent(),
  };
  return [
    [agentKilled, killed(mortal, 5)],
    [frozen(all, 1, lease)],
    [
      wrongClocks(all, 4),
      lockedFile(database, 2),
      longReader(database, 2),
      ...(disk ? [fullDisk(disk, DISK, 3)] : []),
      copied(database, folder, env, 1),
      verified(database, env, 1),
    ],
  ];
}

function frailOf(seat: Seat<AnyLine>): readonly Frail[] {
  const { line, name } = seat;
  if (!(line instanceof OwnServer)) return [];
  return [
    {
      name,
      busy: () => seat.busy,
      kill: () => line.kill(),
      signal: (signal) => line.signal(signal),
      shiftClock: (ms) => line.shiftClock(ms),
    },
  ];
}

function personAtTheCommandLine(database: string, env: Env): Person {
  return async ({ number, to, reason }) => {
    const args = ["move", String(number), "--to", to, "--reason", reason, "--as", "Ada", "--json"];
    try {
      return JSON.parse(await command([...args, "--database", database], env)) as Content;
    } catch (error) {
      // A refusal is printed too, and the exit code says that it is one.
      const printed = printedBy(error);
      if (!printed.startsWith("{")) throw error;
      return JSON.parse(printed) as Content;
    }
  };
}
