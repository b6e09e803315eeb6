// May this reader act? And if not, what would have to be otherwise.

import { useIsLost } from "../api/connection.ts";
import { useBoard } from "../api/queries.ts";

export interface May {
  readonly act: boolean;
  readonly why: string | null;
}

export function useMayAct(): May {
  const board = useBoard();
  const lost = useIsLost();
  if (board.data && board.data.you.role !== "operator") {
    return {
      act: false,
      why: "You are looking on. To act, open the operator’s link: “signalbox serve” printed one, and “signalbox open” makes another.",
    };
  }
  if (lost) return { act: false, why: "There is no connection: nothing can be moved until it is back." };
  return { act: board.data !== undefined, why: null };
}
