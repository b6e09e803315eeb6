import { boardContract } from "./board-contract.ts";
import { makeSqliteWorld } from "../support/worlds/sqlite-world.ts";

boardContract({ name: "SQLite", make: makeSqliteWorld });
