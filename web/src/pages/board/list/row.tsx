import type { MouseEvent } from "react";
import type { Card, Workflow } from "../../../../../src/http/contract.ts";
import { cx } from "../../../lib/cx.ts";
import { showKey, ticketPath } from "../../../lib/words.ts";
import { Age, Estimate, Priority } from "../../../parts/facts.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { StateName } from "../../../parts/state-mark.tsx";
import { agentOf } from "../filters.ts";
import styles from "./list.module.css";

export interface ListRowProps {
  readonly card: Card;
  readonly index: number;
  readonly workflow: Workflow;
  /** Longer in its state than is usual. */
  readonly old: boolean;
  /** It would no longer be in the list. */
  readonly gone: boolean;
  readonly chosen: boolean;
  readonly onOpen: (event: MouseEvent) => void;
}

export function ListRow({ card, index, workflow, old, gone, chosen, onOpen }: ListRowProps) {
  const holder = agentOf(card);
  return (
    <tr
      className={cx(styles.row, gone && styles.gone, chosen && styles.chosen)}
      data-key={card.key}
      aria-rowindex={index + 2}
      aria-current={chosen || undefined}
      onClick={(event) => {
        // A link that is opened elsewhere, or text that somebody marks, is no wish to open it here.
        if (event.ctrlKey || event.metaKey || event.shiftKey || getSelection()?.type === "Range") return;
        onOpen(event);
      }}
    >
      <td data-column="key" className="num">
        {showKey(card.key)}
      </td>
      <td data-column="title">
        <a href={ticketPath(card.key)} title={card.title}>
          {card.title}
        </a>
        {card.openBlockers.length > 0 && (
          <span className={styles.blocked} title={`blocked by ${card.openBlockers.map(showKey).join(" ")}`}>
            <Icon name="stop" small />
            <span className="vh">blocked</span>
          </span>
        )}
      </td>
      <td data-column="state">
        <StateName workflow={workflow} state={card.state} />
      </td>
      <td data-column="age" className={cx(old && styles.old)} title={old ? "Unusually old" : undefined}>
        <Age since={card.enteredAt} />
        {old && <span className="vh">, unusually old</span>}
      </td>
      <td data-column="priority">
        <Priority value={card.priority} />
      </td>
      <td data-column="estimate">
        <Estimate value={card.estimate} />
      </td>
      <td data-column="holder">{holder !== null && <span title={holder}>{holder}</span>}</td>
      <td data-column="labels" title={card.labels.join(", ")}>
        {card.labels.map((label) => (
          <span key={label} className={styles.label}>
            {label}
          </span>
        ))}
      </td>
      <td data-column="changed">
        <Age since={card.updatedAt} />
      </td>
    </tr>
  );
}
