// The fields of a ticket, each changed in its place. Viewers see them, and no forms.

import type { ReactNode } from "react";
import type { Card, NewEdit, TicketAnswer, Workflow } from "../../../../../src/http/contract.ts";
import { useNewestCard } from "../../../api/newest.ts";
import { keys } from "../../../api/queries.ts";
import { sendEdit } from "../../../api/send.ts";
import { useKeys } from "../../../lib/keys.ts";
import { useMayAct } from "../../../lib/may.ts";
import { showKey } from "../../../lib/words.ts";
import { Button, Segmented } from "../../../parts/controls.tsx";
import { Key } from "../../../parts/facts.tsx";
import { useFieldForm, type FieldForm } from "../../../parts/forms/field-form.ts";
import { FieldNotice } from "../../../parts/forms/field-notice.tsx";
import { TicketPicker } from "../../../parts/forms/ticket-picker.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { StateMark } from "../../../parts/state-mark.tsx";
import { Blockers } from "./blockers.tsx";
import styles from "./edit.module.css";
import { ESTIMATES, PRIORITIES, readLabels } from "./values.ts";

interface FieldsProps {
  readonly ticket: TicketAnswer;
  readonly workflow: Workflow;
}

const NONE = "none";

export function FieldsPanel({ ticket, workflow }: FieldsProps) {
  const card = useNewestCard(ticket.card);
  const may = useMayAct();
  return (
    <Panel title="Fields" note={may.write ? undefined : "only to read"}>
      <dl className={styles.fields}>
        <Row name="State">
          <span className={styles.state}>
            <StateMark workflow={workflow} state={card.state} silent /> {card.state ?? "No state"}
          </span>
        </Row>
        <ChoiceField card={card} field="priority" name="Priority" options={PRIORITIES} letter="p" />
        <ChoiceField card={card} field="estimate" name="Estimate" options={ESTIMATES} />
        <LabelsField card={card} />
        <ParentField ticket={ticket} card={card} workflow={workflow} />
        <Row name="Blocked by">
          <Blockers ticket={ticket} workflow={workflow} />
        </Row>
      </dl>
    </Panel>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The value, and a pencil where it may be changed. */
function Value({ form, what, letter, children }: ValueProps) {
  const may = useMayAct();
  return (
    <span className={styles.value}>
      <span>{children}</span>
      {may.write && (
        <button
          type="button"
          className={`icon-btn ${styles.pencil}`}
          aria-label={`Edit the ${what}`}
          aria-keyshortcuts={letter}
          onClick={form.begin}
        >
          {letter === undefined ? <Icon name="pencil" small /> : <kbd aria-hidden="true">{letter}</kbd>}
        </button>
      )}
    </span>
  );
}

interface ValueProps {
  readonly form: FieldForm;
  readonly what: string;
  readonly letter?: string | undefined;
  readonly children: ReactNode;
}

interface ChoiceFieldProps {
  readonly card: Card;
  readonly field: "priority" | "estimate";
  readonly name: string;
  readonly options: readonly string[];
  readonly letter?: string;
}

function ChoiceField({ card, field, name, options, letter }: ChoiceFieldProps) {
  const { key } = card;
  const may = useMayAct();
  const form = useFieldForm({
    id: `${field} ${key}`,
    current: card[field] ?? NONE,
    send: (value, seen, requestId) => {
      const body: NewEdit = { [field]: orNull(value), seen: { [field]: orNull(seen) }, requestId };
      return sendEdit(key, body);
    },
    touches: [keys.ticket(key)],
  });
  useKeys(
    letter === undefined
      ? {}
      : {
          [letter]: (event) => {
            if (!may.write || form.open) return;
            event.preventDefault();
            form.begin();
          },
        },
  );
  return (
    <Row name={name}>
      {form.open ? (
        <Editing form={form}>
          <Segmented
            label={name}
            value={form.text}
            options={[...options, NONE].map((value) => ({ value, label: value }))}
            onChange={(value) => form.save(value)}
          />
          <FieldNotice form={form} ticket={key} field={field} show={(value) => value} />
        </Editing>
      ) : (
        <Value form={form} what={field} letter={letter}>
          {card[field] ?? NONE}
        </Value>
      )}
    </Row>
  );
}

function LabelsField({ card }: { readonly card: Card }) {
  const { key } = card;
  const may = useMayAct();
  const form = useFieldForm({
    id: `labels ${key}`,
    current: card.labels.join(", "),
    send: (text, seen, requestId) =>
      sendEdit(key, { labels: readLabels(text), seen: { labels: readLabels(seen) }, requestId }),
    touches: [keys.ticket(key)],
  });
  return (
    <Row name="Labels">
      {form.open ? (
        <form
          aria-label="Labels"
          className={styles.block}
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <Editing form={form}>
            <input
              className="field"
              aria-label="Labels, with commas between them"
              autoFocus
              value={form.text}
              onChange={(event) => form.write(event.target.value)}
            />
            <FieldNotice form={form} ticket={key} field="labels" show={(value) => value || NONE} />
            {!form.changed && (
              <Button type="submit" small look="main" aria-disabled={!may.act || form.sending}>
                Save
              </Button>
            )}
          </Editing>
        </form>
      ) : (
        <Value form={form} what="labels">
          {card.labels.length === 0
            ? NONE
            : card.labels.map((label) => (
                <span key={label} className={styles.label}>
                  {label}
                </span>
              ))}
        </Value>
      )}
    </Row>
  );
}

function ParentField({ ticket, card, workflow }: FieldsProps & { readonly card: Card }) {
  const { key } = card;
  const form = useFieldForm({
    id: `parent ${key}`,
    current: card.parent ?? NONE,
    send: (value, seen, requestId) =>
      sendEdit(key, { parent: orNull(value), seen: { parent: orNull(seen) }, requestId }),
    touches: [keys.ticket(key)],
  });
  const shown = (value: string) => (value === NONE ? NONE : showKey(value));
  return (
    <Row name="Parent">
      {form.open ? (
        <Editing form={form}>
          <TicketPicker
            label="New parent"
            hideLabel
            autoFocus
            workflow={workflow}
            bar={(other) => {
              if (other.key === key) return "is this one";
              if (other.key === card.parent) return "is the parent";
              return ticket.blockedBy.some((blocker) => blocker.key === other.key) ? "blocks it" : null;
            }}
            onPick={(picked) => form.save(picked)}
            onEscape={form.drop}
          />
          <FieldNotice form={form} ticket={key} field="parent" show={shown} />
          {card.parent !== null && !form.changed && (
            <Button small onClick={() => form.save(NONE)}>
              No parent
            </Button>
          )}
        </Editing>
      ) : (
        <Value form={form} what="parent">
          {card.parent === null ? (
            NONE
          ) : (
            <>
              <Key ticket={card.parent} /> {ticket.parent?.key === card.parent && ticket.parent.title}
            </>
          )}
        </Value>
      )}
    </Row>
  );
}

/** Around what is edited: Escape and Cancel give it up. */
function Editing({ form, children }: { readonly form: FieldForm; readonly children: ReactNode }) {
  return (
    <div
      className={styles.block}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        form.drop();
      }}
    >
      {children}
      {!form.changed && (
        <Button small look="quiet" onClick={form.drop}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function orNull(value: string): string | null {
  return value === NONE ? null : value;
}
