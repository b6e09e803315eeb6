// The same questions on boards of every size, by turns.

import { join } from "node:path";
import { inFolder, makeBoard, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import type { Curve } from "./curves.ts";
import { sampleByTurns, type Asked, type Effort } from "./sample.ts";

export interface Boards {
  readonly sizes: readonly number[];
  readonly fill: (file: string, size: number) => void;
  readonly questions: (board: BenchApp) => Asked["ask"];
  readonly effort: Effort;
}

export function curvesOver({ sizes, fill, questions, effort }: Boards): Promise<readonly Curve[]> {
  return inFolder(async (folder) => {
    const boards: BenchApp[] = [];
    for (const size of sizes) {
      const file = join(folder, `${size}.db`);
      await makeBoard(file);
      fill(file, size);
      boards.push(await openBenchApp(file));
    }
    try {
      const asked = boards.map((board, index) => ({ x: sizes[index] ?? 0, ask: questions(board) }));
      return await sampleByTurns(effort, asked);
    } finally {
      for (const { board } of boards) await board.close();
    }
  });
}
