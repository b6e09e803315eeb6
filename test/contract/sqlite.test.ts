import { boardContract } from "./board-contract.ts";
import { makeSqliteWorld } from "./sqlite-world.ts";

boardContract({ name: "SQLite", make: makeSqliteWorld });
