// The board in one sentence, and its filters.

import { Link, useSearchParams } from "wouter";
import type { BoardAnswer, Card } from "../../../../src/http/contract.ts";
import { USUAL_DAYS } from "../../api/usual.ts";
import { useWaiting } from "../../api/waiting.ts";
import { useNow } from "../../lib/clock.ts";
import { lineOf } from "../../lib/line.ts";
import { hoursBefore, rowsPath } from "../../lib/rows.ts";
import { usePast } from "../../lib/past.ts";
import { showKey } from "../../lib/words.ts";
import { Segmented, Toggle } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { NewTicketButton } from "../../shell/new-ticket.tsx";
import styles from "./tools.module.css";
import { agentOf, isFiltering, PLANNING, type FilterName, type Filters } from "./filters.ts";
import { useView, withFilter } from "./list/address.ts";

export interface ToolsProps {
  readonly board: BoardAnswer;
  readonly filters: Filters;
  readonly shown: number;
  readonly titles: ReadonlyMap<string, string>;
  readonly isOld: (card: Card) => boolean;
  readonly set: (name: FilterName, value: string | null) => void;
  readonly clear: () => void;
}

const VIEWS = [
  { value: "board", label: "Board" },
  { value: "list", label: "List" },
] as const;

export function Tools({ board, filters, shown, titles, isOld, set, clear }: ToolsProps) {
  const [params] = useSearchParams();
  const [view, setView] = useView();
  const now = useNow(60_000);
  const open = board.cards.filter((card) => !card.closed);
  const held = open.filter((card) => card.claim !== null).length;
  const blocked = open.filter((card) => card.openBlockers.length > 0).length;
  const old = open.filter(isOld).length;
  const waiting = useWaiting()?.size ?? 0;
  const past = usePast();
  return (
    <div className={styles.tools}>
      <p>
        {isFiltering(filters) && (
          <>
            <b>{shown.toLocaleString("en")}</b> shown of{" "}
          </>
        )}
        <Link href="/?view=list">
          <b>{open.length.toLocaleString("en")}</b> open
        </Link>{" "}
        ·{" "}
        <Link href={withFilter(params, "held", "1")}>
          <b>{held}</b> held
        </Link>{" "}
        ·{" "}
        {past ? (
          <>
            <b>{open.filter((card) => isHuman(board, card)).length}</b> waited for people
          </>
        ) : (
          <Link href="/needs">
            <b>{waiting}</b> {waiting === 1 ? "waits" : "wait"} for you
          </Link>
        )}
        <span className={styles.long}>
          {" "}
          ·{" "}
          <Link href={withFilter(params, "blocked", "1")}>
            <b>{blocked}</b> blocked
          </Link>{" "}
          ·{" "}
          {old > 0 && (
            <>
              <Link href={withFilter(params, "old", String(USUAL_DAYS))}>
                <b>{old}</b> unusually old
              </Link>{" "}
              ·{" "}
            </>
          )}
          <Link href={rowsPath({ refused: true, from: hoursBefore(now, 1) })}>
            <b>{board.refusedLastHour}</b> refused in the last hour
          </Link>
        </span>
      </p>
      <Segmented label="View" value={view} options={VIEWS} onChange={setView} />
      <NewTicketButton />
      {isFiltering(filters) && (
        <button type="button" className="chip" onClick={clear}>
          <Icon name="close" small />
          Clear
        </button>
      )}
      <span className={styles.filters} data-view={view}>
        {(view === "list" || filters.state !== null) && (
          <Choice
            label="State"
            value={filters.state}
            options={lineOf(board.workflow).states.map((state) => ({ value: state, label: state }))}
            onChange={(value) => set("state", value)}
          />
        )}
        <Choice
          label="Priority"
          value={filters.priority}
          options={prioritiesOf(open)}
          onChange={(value) => set("priority", value)}
        />
        {PLANNING.map((name) => {
          const options = plannedIn(open, name);
          if (options.length === 0 && filters[name] === null) return null;
          const label = name.charAt(0).toUpperCase() + name.slice(1);
          return (
            <Choice
              key={name}
              label={label}
              value={filters[name]}
              options={options}
              onChange={(value) => set(name, value)}
            />
          );
        })}
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
        {(view === "list" || filters.label !== null) && (
          <Choice
            label="Label"
            value={filters.label}
            options={labelsOf(open)}
            onChange={(value) => set("label", value)}
          />
        )}
        <Toggle pressed={filters.held} onChange={(on) => set("held", on ? "1" : null)}>
          Held
        </Toggle>
        <Toggle pressed={filters.blocked} onChange={(on) => set("blocked", on ? "1" : null)}>
          Blocked
        </Toggle>
        {(view === "list" || filters.old !== null) && (
          <Toggle pressed={filters.old !== null} onChange={(on) => set("old", on ? String(USUAL_DAYS) : null)}>
            Unusually old
          </Toggle>
        )}
      </span>
    </div>
  );
}

/** Boards that live here have none of these, and no choice between them. */
function plannedIn(cards: readonly Card[], name: (typeof PLANNING)[number]): readonly Option[] {
  const values = [...new Set(cards.flatMap((card) => card[name] ?? []))];
  return values.toSorted((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }));
}

function isHuman({ workflow }: BoardAnswer, { state }: Card): boolean {
  return state !== null && workflow.states[state]?.human === true;
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

function labelsOf(cards: readonly Card[]): readonly Option[] {
  const values = new Set(cards.flatMap((card) => card.labels));
  return [...values].toSorted().map((value) => ({ value, label: value }));
}

function agentsOf(cards: readonly Card[]): readonly Option[] {
  const values = new Set(cards.flatMap((card) => agentOf(card) ?? []));
  return [...values].toSorted().map((value) => ({ value, label: value }));
}
