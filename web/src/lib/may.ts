// May this reader act? And if not, why.

import { useIsLost } from "../api/connection.ts";
import { useBoard } from "../api/queries.ts";
import { usePast } from "./past.ts";

export interface May {
  /** Something may be sent now. */
  readonly act: boolean;
  /** Text may be written: also while there is no connection, because it is only sent later. */
  readonly write: boolean;
  readonly why: string | null;
}

/** What every person may do: move along the workflow, comment, create, edit. */
export function useMayAct(): May {
  return useMay(PEOPLE, "You can only read. To act, open the link that “signalbox serve” or “signalbox open” prints.");
}

/** What an operator may do: to others' claims and sessions, to keys and to the rules. */
export function useMayOperate(): May {
  return useMay(OPERATORS, "This is for an operator.");
}

const PEOPLE: ReadonlySet<string> = new Set(["member", "operator"]);
const OPERATORS: ReadonlySet<string> = new Set(["operator"]);

function useMay(roles: ReadonlySet<string>, otherwise: string): May {
  const board = useBoard();
  const lost = useIsLost();
  const past = usePast();
  if (past) return { act: false, write: false, why: "This is the past: nothing can be changed there." };
  if (!board.data) return { act: false, write: false, why: null };
  if (!roles.has(board.data.you.role)) return { act: false, write: false, why: otherwise };
  if (lost) return { act: false, write: true, why: "No connection: nothing can be sent until it is back." };
  return { act: true, write: true, why: null };
}
