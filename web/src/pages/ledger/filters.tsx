// What is looked for. A choice holds at once, a word when it is sent.

import { useId, useState, type FormEvent } from "react";
import { useSearchParams } from "wouter";
import type { Workflow } from "../../../../src/http/contract.ts";
import { useNow } from "../../lib/clock.ts";
import { localDay, localMoment, type LedgerFilters } from "../../lib/ledger-link.ts";
import { Toggle } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { FILTERS, type Address } from "./address.ts";

const KINDS = [
  { value: "change,refusal", label: "changes, refusals" },
  { value: "change", label: "changes" },
  { value: "step", label: "moves" },
  { value: "override", label: "overrides" },
  { value: "edit,link", label: "edits, links" },
  { value: "comment", label: "comments" },
  { value: "fact,retract", label: "evidence" },
  { value: "key", label: "keys" },
  { value: "adopt,map", label: "workflows" },
] as const;

/** What counts elsewhere ask for: it can only be dropped here. */
const LINKED = [
  ["code", "Because of"],
  ["about", "On a"],
  ["left", "Out of"],
] as const;

export function Filters({ address, workflow }: { readonly address: Address; readonly workflow: Workflow | undefined }) {
  const { filters, change, set } = address;
  const known = KINDS.some(({ value }) => value === filters.kind);
  return (
    <search className="ledger-filters" aria-label="Filters">
      <Word label="Who" name="who" address={address} placeholder="anyone" />
      <Choice
        label="Kind"
        value={filters.kind ?? ""}
        any="all"
        options={[...KINDS, ...(filters.kind && !known ? [{ value: filters.kind, label: filters.kind }] : [])]}
        onChange={(kind) => change({ kind })}
      />
      <Word label="Ticket" name="subject" address={address} placeholder="any" />
      <Choice
        label="State"
        value={filters.state ?? ""}
        any="any"
        options={Object.keys(workflow?.states ?? {}).map((state) => ({ value: state, label: state }))}
        onChange={(state) => change({ state })}
      />
      <Toggle pressed={filters.refused === "1"} onChange={(on) => change({ refused: on ? "1" : null })}>
        Refused only
      </Toggle>
      <Moment label="From" name="from" address={address} />
      <Moment label="To" name="to" address={address} />
      <Word label="Words" name="q" address={address} placeholder="in reasons, refusals, comments" wide />
      {LINKED.map(([name, label]) => {
        const value = filters[name] ?? "";
        return (
          value !== "" && (
            <button key={name} type="button" className="chip" onClick={() => change({ [name]: null })}>
              <Icon name="close" small />
              {label} {value.replaceAll("_", " ")}
            </button>
          )
        );
      })}
      {set.length > 0 && (
        <button
          type="button"
          className="chip"
          onClick={() => change(Object.fromEntries(FILTERS.map((name) => [name, null])))}
        >
          <Icon name="close" small />
          Clear
        </button>
      )}
    </search>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: "who" | "subject" | "q" | "from" | "to";
  readonly address: Address;
}

/** Text that is being written stays what it is, whatever the address says meanwhile. */
function Word({
  label,
  name,
  address,
  placeholder,
  wide,
}: FieldProps & { readonly placeholder: string; readonly wide?: boolean }) {
  const given = address.filters[name] ?? "";
  const [written, setWritten] = useState<string | null>(null);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (written !== null && written.trim() !== given) address.change({ [name]: written.trim() });
    setWritten(null);
  };
  return (
    <form className="ledger-word" data-set={given !== ""} data-wide={wide ?? false} onSubmit={send}>
      <label>
        <span>{label}</span>
        <input
          value={written ?? given}
          placeholder={placeholder}
          onChange={(event) => setWritten(event.target.value)}
          onBlur={() => send()}
          maxLength={300}
          spellCheck={false}
        />
      </label>
    </form>
  );
}

function Moment({ label, name, address }: FieldProps) {
  const given = address.filters[name] ?? "";
  const value = given.length === "2026-11-16".length ? `${given}T00:00` : given;
  return (
    <label className="ledger-word" data-set={given !== ""}>
      <span>{label}</span>
      <input type="datetime-local" value={value} onChange={(event) => address.change({ [name]: event.target.value })} />
    </label>
  );
}

function Choice({
  label,
  value,
  any,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <span className="ledger-word" data-set={value !== ""}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Spans that people ask for by name. */
export function Spans({ address }: { readonly address: Address }) {
  const now = useNow(MINUTE);
  const [params] = useSearchParams();
  const today = localDay(now);
  const spans: readonly { readonly name: string; readonly span: LedgerFilters }[] = [
    { name: "Last hour", span: { from: localMoment(now - 60 * MINUTE), to: null } },
    { name: "Today", span: { from: today, to: null } },
    { name: "Yesterday", span: { from: localDay(now - DAY), to: today } },
    { name: "7 days", span: { from: localDay(now - 7 * DAY), to: null } },
  ];
  return (
    <p className="ledger-spans">
      <code>/ledger{params.size === 0 ? "" : `?${decodeURIComponent(String(params)).replaceAll("+", " ")}`}</code>
      <span>
        {spans.map(({ name, span }) => {
          const isSet =
            (address.filters.from ?? null) === span.from && (address.filters.to ?? null) === (span.to ?? null);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isSet}
              onClick={() => address.change(isSet ? NO_SPAN : span)}
            >
              {name}
            </button>
          );
        })}
      </span>
    </p>
  );
}

const NO_SPAN: LedgerFilters = { from: null, to: null };
