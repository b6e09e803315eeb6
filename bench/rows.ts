import type { Row } from "./row.ts";

export const ROWS: readonly Row[] = [];
