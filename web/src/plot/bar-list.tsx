import type { ReactNode } from "react";
import "./plot.css";

export interface BarRow {
  readonly id: string;
  readonly name: ReactNode;
  /** 0 to 1: how much of the bar is filled. */
  readonly part: number;
  readonly value: ReactNode;
  /** A CSS colour. */
  readonly colour: string;
}

/** Names with a bar each: the number stands beside it, so that the bar says nothing to a screen reader. */
export function BarList({ label, rows }: { readonly label: string; readonly rows: readonly BarRow[] }) {
  return (
    <ul className="bar-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className="bar-name">{row.name}</span>
          <span className="bar-bed" aria-hidden="true">
            <i style={{ width: `${Math.round(Math.min(1, row.part) * 100)}%`, background: row.colour }} />
          </span>
          <span className="num">{row.value}</span>
        </li>
      ))}
    </ul>
  );
}
