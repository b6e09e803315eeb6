// Why an item's ticket can't be handed off at the run's step, and what to do then.

import { by, capital, say, type Words } from "../acts.ts";
import { showKey, stamp, type Key } from "../facts.ts";
import type { WaitsFor } from "../position/due.ts";
import { quote, showName } from "../words.ts";

export function explainWait(ticket: Key, item: number, wait: WaitsFor | "gone"): Words {
  const name = showKey(ticket);
  if (wait === "gone") {
    return say`Ticket ${name} is not on this board any more. Take it away ${without(item)}.`;
  }
  switch (wait.type) {
    case "nothing":
      return say`Ticket ${name} is over${wait.state === null ? "" : ` (${quote(wait.state)})`} and takes no handoff any more. Ask a person whether item ${item} is still wanted. If not, drop its open tasks; if so, take the ticket away ${without(item)}.`;
    case "holder":
      return wait.holder === null
        ? say`A person has put ticket ${name} where it is, and it is kept for them until ${stamp(wait.until)}. Wait, or ask them.`
        : say`${showName(wait.holder)} holds ticket ${name} until ${stamp(wait.until)}. Leave item ${item} to them, or wait until it is free.`;
    case "person":
      return say`Ticket ${name} is in ${quote(wait.state)}, where a person decides. Ask them before you go on with item ${item}.`;
    case "others":
      return say`Ticket ${name} takes no handoff now. ${capital({ type: "position", key: ticket })} says what it waits for.`;
  }
}

function without(item: number): ReturnType<typeof by> {
  return by({ type: "change_run", part: "items", example: `{ number: ${item}, ticket: null }` });
}
