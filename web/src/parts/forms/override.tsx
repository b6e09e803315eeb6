// A move that the graph does not have: an operator may make it, and the ledger says so.

import type { MoveView } from "../../../../src/http/contract.ts";
import type { Choosing } from "./choice-form.tsx";
import type { Choice } from "./choices.ts";
import { Button } from "../controls.tsx";
import styles from "./move-form.module.css";

export interface OverrideProps {
  readonly moves: readonly MoveView[];
  readonly choices: readonly Choice[];
  readonly sending: boolean;
  readonly choosing: Choosing;
}

export function Override({ moves, choices, sending, choosing }: OverrideProps) {
  const { chosen, choose, press } = choosing;
  const current = choices.find((choice) => choice.id === chosen?.id);
  if (!current) {
    return (
      <p className={styles.override}>
        <button type="button" className={styles.link} onClick={() => choose(choices[0] ?? null)}>
          Override the graph
        </button>{" "}
        as operator. It is recorded as an override, with what was not met.
      </p>
    );
  }
  return (
    <div className={styles.override}>
      <label>
        <span className="cap">Override to</span>
        <select
          className="field"
          value={current.to ?? ""}
          onChange={(event) => choose(choices.find((choice) => choice.to === event.target.value) ?? null)}
        >
          {moves.map((move) => (
            <option key={move.to}>{move.to}</option>
          ))}
        </select>
      </label>
      <p>{moves.find((move) => move.to === current.to)?.why} It is recorded as an override.</p>
      <div className={styles.row}>
        <Button look="main" small aria-disabled={sending} onClick={() => press(current)}>
          {current.label}
        </Button>
        <Button look="quiet" small onClick={() => choose(null)}>
          Keep to the graph
        </Button>
      </div>
    </div>
  );
}
