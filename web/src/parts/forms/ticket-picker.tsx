// Finds a ticket by its number or by words of its title. What can't be chosen says why.

import { useId, useState } from "react";
import type { Card, Workflow } from "../../../../src/http/contract.ts";
import { useBoard } from "../../api/queries.ts";
import { cx } from "../../lib/cx.ts";
import { showKey } from "../../lib/words.ts";
import { StateMark } from "../state-mark.tsx";
import styles from "./ticket-picker.module.css";

interface TicketPickerProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly workflow: Workflow;
  readonly autoFocus?: boolean;
  /** Why a ticket can't be chosen; null: it can. */
  readonly bar: (card: Card) => string | null;
  readonly onPick: (key: string) => void;
  readonly onEscape?: () => void;
}

const MOST = 7;

export function TicketPicker(props: TicketPickerProps) {
  const { label, hideLabel, workflow, autoFocus, bar, onPick, onEscape } = props;
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const cards = useBoard().data?.cards ?? [];
  const found = text.trim() === "" ? [] : findTickets(cards, text).slice(0, MOST);
  const current = Math.min(at, found.length - 1);
  const pick = (card: Card | undefined) => {
    if (!card || bar(card) !== null) return;
    setText("");
    setAt(0);
    onPick(card.key);
  };
  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={cx(hideLabel && "vh")}>
        {label}
      </label>
      <input
        id={id}
        className="field"
        role="combobox"
        autoComplete="off"
        autoFocus={autoFocus}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[current] ? `${id}-${found[current].key}` : undefined}
        placeholder="number or words"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            const step = event.key === "ArrowDown" ? 1 : -1;
            setAt(Math.max(0, Math.min(found.length - 1, current + step)));
          } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            pick(found[current]);
          } else if (event.key === "Escape" && (text !== "" || onEscape)) {
            event.preventDefault();
            event.stopPropagation();
            if (text === "") onEscape?.();
            setText("");
          }
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={`${label}: tickets found`} hidden={found.length === 0}>
        {found.map((card, index) => {
          const why = bar(card);
          return (
            <li
              key={card.key}
              id={`${id}-${card.key}`}
              role="option"
              aria-selected={index === current}
              aria-disabled={why !== null}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(card)}
            >
              <StateMark workflow={workflow} state={card.state} silent />
              <span className="num">{showKey(card.key)}</span>
              <span className={styles.title}>{card.title}</span>
              <small className={cx(why !== null && styles.why)}>{why ?? (index === current ? "enter" : "")}</small>
            </li>
          );
        })}
      </ul>
      {text.trim() !== "" && found.length === 0 && <p className="small dim">No ticket on the board fits.</p>}
    </div>
  );
}

/** By number first, then those whose title has every word. */
function findTickets(cards: readonly Card[], text: string): readonly Card[] {
  const wanted = text.trim().toLowerCase();
  const number = wanted.replace(/^#/, "");
  const words = wanted.split(/\s+/);
  const exact = cards.filter(({ key }) => key.toLowerCase() === number);
  const titled = cards.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return [...new Set([...exact, ...titled])];
}
