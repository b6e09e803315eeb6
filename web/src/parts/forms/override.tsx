// A move that the graph does not have: an operator may make it, and the ledger says so.

import { useState } from "react";
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
  const [open, setOpen] = useState(false);
  const current = choices.find((choice) => choice.id === chosen?.id);
  if (!current && !open) {
    return (
      <p className={styles.override}>
        <button type="button" className={styles.link} onClick={() => setOpen(true)}>
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
          value={current?.to ?? ""}
          onChange={(event) => choose(choices.find((choice) => choice.to === event.target.value) ?? null)}
        >
          {!current && (
            <option value="" disabled>
              Choose a state
            </option>
          )}
          {moves.map((move) => (
            <option key={move.to}>{move.to}</option>
          ))}
        </select>
      </label>
      <p>{current && moves.find((move) => move.to === current.to)?.why} It is recorded as an override.</p>
      <div className={styles.row}>
        {current && (
          <Button look="main" small aria-disabled={sending} onClick={() => press(current)}>
            {current.label}
          </Button>
        )}
        <Button
          look="quiet"
          small
          onClick={() => {
            setOpen(false);
            if (current) choose(null);
          }}
        >
          Keep to the graph
        </Button>
      </div>
    </div>
  );
}
