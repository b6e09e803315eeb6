// May this reader act? And if not, why.

import { useIsLost } from "../api/connection.ts";
import { useBoard } from "../api/queries.ts";

export interface May {
  /** Something may be sent now. */
  readonly act: boolean;
  /** Text may be written: also while there is no connection, because it is only sent later. */
  readonly write: boolean;
  readonly why: string | null;
}

export function useMayAct(): May {
  const board = useBoard();
  const lost = useIsLost();
  if (!board.data) return { act: false, write: false, why: null };
  if (board.data.you.role !== "operator") {
    return {
      act: false,
      write: false,
      why: "You can only read. To act, open the operator’s link: “signalbox serve” prints one, and so does “signalbox open”.",
    };
  }
  if (lost) return { act: false, write: true, why: "No connection: nothing can be sent until it is back." };
  return { act: true, write: true, why: null };
}
