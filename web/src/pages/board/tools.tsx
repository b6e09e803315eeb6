// The board in one sentence, and its filters.

import { Link } from "wouter";
import type { BoardAnswer, Card } from "../../../../src/http/contract.ts";
import { useWaiting } from "../../api/waiting.ts";
import { showKey } from "../../lib/words.ts";
import { Toggle } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { NewTicketButton } from "../../shell/new-ticket.tsx";
import styles from "./tools.module.css";
import { agentOf, isFiltering, type FilterName, type Filters } from "./filters.ts";

export interface ToolsProps {
  readonly board: BoardAnswer;
  readonly filters: Filters;
  readonly shown: number;
  readonly titles: ReadonlyMap<string, string>;
  readonly set: (name: FilterName, value: string | null) => void;
  readonly clear: () => void;
}

export function Tools({ board, filters, shown, titles, set, clear }: ToolsProps) {
  const open = board.cards.filter((card) => !card.closed);
  const held = open.filter((card) => card.claim !== null).length;
  const blocked = open.filter((card) => card.openBlockers.length > 0).length;
  const waiting = useWaiting()?.size ?? 0;
  return (
    <div className={styles.tools}>
      <p>
        {isFiltering(filters) && (
          <>
            <b>{shown.toLocaleString("en")}</b> shown of{" "}
          </>
        )}
        <b>{open.length.toLocaleString("en")}</b> open ·{" "}
        <Link href="/?held=1">
          <b>{held}</b> held
        </Link>{" "}
        ·{" "}
        <Link href="/needs">
          <b>{waiting}</b> {waiting === 1 ? "waits" : "wait"} for you
        </Link>
        <span className={styles.long}>
          {" "}
          ·{" "}
          <Link href="/?blocked=1">
            <b>{blocked}</b> blocked
          </Link>{" "}
          ·{" "}
          <Link href="/stats">
            <b>{board.refusedLastHour}</b> refused in the last hour
          </Link>
        </span>
      </p>
      <NewTicketButton />
      {isFiltering(filters) && (
        <button type="button" className="chip" onClick={clear}>
          <Icon name="close" small />
          Clear
        </button>
      )}
      <span className={styles.filters}>
        <Choice
          label="Priority"
          value={filters.priority}
          options={prioritiesOf(open)}
          onChange={(value) => set("priority", value)}
        />
        <Choice
          label="Group"
          value={filters.group}
          options={groupsOf(open, titles)}
          onChange={(value) => set("group", value)}
        />
        <Choice
          label="Agent"
          value={filters.agent}
          options={agentsOf(open)}
          onChange={(value) => set("agent", value)}
        />
        <Toggle pressed={filters.held} onChange={(on) => set("held", on ? "1" : null)}>
          Held
        </Toggle>
        <Toggle pressed={filters.blocked} onChange={(on) => set("blocked", on ? "1" : null)}>
          Blocked
        </Toggle>
      </span>
    </div>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly onChange: (value: string | null) => void;
}) {
  return (
    <span className={styles.choice} data-set={value !== null}>
      <select aria-label={label} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </span>
  );
}

function prioritiesOf(cards: readonly Card[]): readonly Option[] {
  const values = new Set(cards.flatMap((card) => card.priority ?? []));
  return [...values].toSorted().map((value) => ({ value, label: value }));
}

function groupsOf(cards: readonly Card[], titles: ReadonlyMap<string, string>): readonly Option[] {
  const values = new Set(cards.flatMap((card) => card.parent ?? []));
  return [...values]
    .map((value) => ({ value, label: `${showKey(value)} ${titles.get(value) ?? ""}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

function agentsOf(cards: readonly Card[]): readonly Option[] {
  const values = new Set(cards.flatMap((card) => agentOf(card) ?? []));
  return [...values].toSorted().map((value) => ({ value, label: value }));
}
