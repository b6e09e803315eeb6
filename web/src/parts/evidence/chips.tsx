// Facts at a glance: one chip a fact, the worst first.

import type { ChipView } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { FactMark } from "./fact-mark.tsx";
import "./evidence.css";

export interface ChipsProps {
  readonly chips: readonly ChipView[];
  /** How many are drawn; the rest is a number. */
  readonly most?: number;
}

export function Chips({ chips, most = chips.length }: ChipsProps) {
  const rest = chips.length - most;
  return (
    <ul className="fact-chips" aria-label="Evidence">
      {chips.slice(0, most).map((chip) => (
        <li key={chip.name} className={cx("fact-chip", `fact-chip-${chip.mark}`)}>
          <FactMark mark={chip.mark} />
          <span>
            {chip.name}
            {chip.words !== "" && (
              <>
                {" "}
                <b>{chip.words}</b>
              </>
            )}
          </span>
        </li>
      ))}
      {rest > 0 && <li className="fact-chip fact-chip-rest">+{rest}</li>}
    </ul>
  );
}
