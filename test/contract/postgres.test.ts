import { boardContract } from "./board-contract.ts";
import { makePostgresWorld } from "./postgres-world.ts";

boardContract({ name: "PostgreSQL", make: makePostgresWorld });
