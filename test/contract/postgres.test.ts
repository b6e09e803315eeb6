import { boardContract } from "./board-contract.ts";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";

boardContract({ name: "PostgreSQL", make: makePostgresWorld });
