// A board in a file of its own, copied from one that is set up already: that is most of the time it takes to make one.

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBoard } from "../../src/store/open.ts";
import { appOn, START } from "../support/worlds/world.ts";
import { stageOn, type Fault, type Stage } from "./stage.ts";

/** In memory where there is room. */
const ROOM = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export class SqliteStages {
  readonly #folder: string;
  #count = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async prepare(): Promise<SqliteStages> {
    const folder = await mkdtemp(join(ROOM, "signalbox-search-"));
    const board = await openBoard({ database: join(folder, "empty.db"), synchronous: "OFF", clock: () => START });
    await board.close();
    return new SqliteStages(folder);
  }

  async open(fault?: Fault): Promise<Stage> {
    const file = join(this.#folder, `${++this.#count}.db`);
    await copyFile(join(this.#folder, "empty.db"), file);
    let now = START;
    const board = await openBoard({ database: file, synchronous: "OFF", clock: () => now });
    const place = {
      app: appOn(board),
      driver: board.driver,
      pass: async (ms: number) => {
        now += ms;
      },
      close: async () => {
        await board.close();
        await rm(file, { force: true });
      },
    };
    return stageOn(place, fault);
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
