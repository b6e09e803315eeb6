// A new ticket, from anywhere by `c`. What happens on the board meanwhile changes nothing that was written here.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { BoardAnswer, Card, NewTicket } from "../../../../src/http/contract.ts";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { sendTicket } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/answers.tsx";
import { Button, Segmented } from "../../parts/controls.tsx";
import { MarkdownField } from "../../parts/forms/markdown-field.tsx";
import { TicketPicker } from "../../parts/forms/ticket-picker.tsx";
import { Icon } from "../../parts/icon.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { ESTIMATES, PRIORITIES, readLabels } from "../ticket/edit/values.ts";
import { alike } from "./alike.ts";
import { useTicketDraft, type TicketDraft } from "./draft.ts";
import styles from "./dialog.module.css";

interface NewTicketProps {
  readonly board: BoardAnswer;
  readonly onClose: () => void;
}

const NONE = "none";
const LONGEST = 256;

export function NewTicketDialog({ board, onClose }: NewTicketProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const may = useMayAct();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, write, discard] = useTicketDraft();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const request = useRef({ what: "", id: "" });
  const maySend = may.act && !sending && draft.title.trim() !== "";
  const cards = new Map(board.cards.map((card) => [card.key, card]));
  const { workflow } = board;

  useEffect(() => {
    dialog.current?.showModal();
    title.current?.focus();
  }, []);

  const send = async (another: boolean) => {
    if (!maySend) return;
    const what = JSON.stringify(draft);
    // The same attempt keeps its request id, so that a lost answer makes no second ticket.
    if (request.current.what !== what) request.current = { what, id: freshRequestId() };
    setSending(true);
    setError(null);
    try {
      const made = await sendTicket({ ...newTicketOf(draft), requestId: request.current.id });
      const key = made.repo === undefined ? String(made.number) : `${made.repo}#${made.number}`;
      void client.invalidateQueries({ queryKey: keys.board });
      discard();
      toast("done", `${showKey(key)} is created.`, draft.title.trim());
      if (another) title.current?.focus();
      else {
        onClose();
        navigate(ticketPath(key));
      }
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setSending(false);
    }
  };

  const barOf = (card: Card): string | null => {
    if (card.key === draft.parent) return "is the parent";
    if (draft.blockedBy.includes(card.key)) return "blocks it already";
    return card.closed ? "is closed" : null;
  };
  const similar = alike(board.cards, draft.title);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-head`}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void send(false);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <header>
          <h2 id={`${id}-head`}>New ticket</h2>
          <p className="dim">on {board.name}. A draft is kept in this browser until it is created.</p>
          <button type="button" className="icon-btn" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.columns}>
          <div className={styles.words}>
            {error && (
              <Banner tone="danger" role="alert" title="The ticket was not created.">
                {error.message} {error instanceof ApiError && error.recovery} Everything you wrote is kept.
              </Banner>
            )}
            <div>
              <label htmlFor={`${id}-title`}>
                Title{" "}
                <small>
                  {Array.from(draft.title).length} of {LONGEST}
                </small>
              </label>
              <input
                id={`${id}-title`}
                ref={title}
                className={`field ${styles.title}`}
                required
                maxLength={LONGEST}
                value={draft.title}
                onChange={(event) => write({ title: event.target.value })}
              />
            </div>
            <MarkdownField label="Text" rows={9} value={draft.body} onChange={(body) => write({ body })} />
            {similar.length > 0 && (
              <section aria-labelledby={`${id}-alike`}>
                <h3 id={`${id}-alike`}>Looks alike</h3>
                <ul className={styles.alike}>
                  {similar.map((card) => (
                    <li key={card.key}>
                      <StateMark workflow={workflow} state={card.state} silent />
                      <Link href={ticketPath(card.key)} target="_blank">
                        <span className="num">{showKey(card.key)}</span> {card.title}
                      </Link>
                      <small>{card.state ?? "no state"}</small>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
          <div className={styles.fields}>
            <Choice
              label="Priority"
              options={PRIORITIES}
              value={draft.priority}
              onChange={(priority) => write({ priority })}
            />
            <Choice
              label="Estimate"
              options={ESTIMATES}
              value={draft.estimate}
              onChange={(estimate) => write({ estimate })}
            />
            <div>
              <label htmlFor={`${id}-labels`}>
                Labels <small>with commas</small>
              </label>
              <input
                id={`${id}-labels`}
                className="field"
                value={draft.labels}
                onChange={(event) => write({ labels: event.target.value })}
              />
            </div>
            {draft.parent === null ? (
              <TicketPicker
                label="Parent"
                workflow={workflow}
                bar={(card) => (draft.blockedBy.includes(card.key) ? "blocks it" : card.closed ? "is closed" : null)}
                onPick={(parent) => write({ parent })}
              />
            ) : (
              <div>
                <span className={styles.name}>Parent</span>
                <Picked
                  card={cards.get(draft.parent)}
                  ticket={draft.parent}
                  board={board}
                  onDrop={() => write({ parent: null })}
                />
              </div>
            )}
            <div>
              <TicketPicker
                label="Blocked by"
                workflow={workflow}
                bar={barOf}
                onPick={(key) => write({ blockedBy: [...draft.blockedBy, key] })}
              />
              {draft.blockedBy.map((key) => (
                <Picked
                  key={key}
                  card={cards.get(key)}
                  ticket={key}
                  board={board}
                  onDrop={() => write({ blockedBy: draft.blockedBy.filter((one) => one !== key) })}
                />
              ))}
            </div>
          </div>
        </div>
        <footer>
          <p className="small dim">
            Starts in <b>{workflow.start}</b>
            {pickerOf(board)}.{may.why !== null && ` ${may.why}`}
          </p>
          <Button
            look="quiet"
            onClick={() => {
              discard();
              dialog.current?.close();
            }}
          >
            Discard
          </Button>
          <Button aria-disabled={!maySend} onClick={() => void send(true)}>
            Create, and another
          </Button>
          <Button type="submit" look="main" aria-disabled={!maySend}>
            Create <kbd aria-hidden="true">ctrl enter</kbd>
          </Button>
        </footer>
      </form>
    </dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <div>
      <span className={styles.name}>{label}</span>
      <Segmented
        label={label}
        value={value ?? NONE}
        options={[...options, NONE].map((option) => ({ value: option, label: option }))}
        onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
      />
    </div>
  );
}

interface PickedProps {
  readonly card: Card | undefined;
  readonly ticket: string;
  readonly board: BoardAnswer;
  readonly onDrop: () => void;
}

/** It may have moved or closed since it was chosen: its mark says how it stands now. */
function Picked({ card, ticket, board, onDrop }: PickedProps) {
  return (
    <p className={styles.picked}>
      <StateMark workflow={board.workflow} state={card?.state ?? null} silent />
      <span>
        {showKey(ticket)} {card?.title}
        {card?.closed && <b className="danger"> is closed now</b>}
      </span>
      <button type="button" className="icon-btn" aria-label={`Without ${showKey(ticket)}`} onClick={onDrop}>
        <Icon name="close" small />
      </button>
    </p>
  );
}

/** Who takes it up first. */
function pickerOf({ workflow }: BoardAnswer): string {
  const command = Object.entries(workflow.commands ?? {}).find(([, { inputs }]) => inputs.includes(workflow.start));
  return command ? `, where ${command[0]} picks it up` : "";
}

function newTicketOf({ title, body, priority, estimate, labels, parent, blockedBy }: TicketDraft): NewTicket {
  const named = readLabels(labels);
  return {
    title: title.trim(),
    ...(body.trim() === "" ? {} : { body }),
    ...(priority === null ? {} : { priority }),
    ...(estimate === null ? {} : { estimate }),
    ...(named.length === 0 ? {} : { labels: named }),
    ...(parent === null ? {} : { parent }),
    ...(blockedBy.length === 0 ? {} : { blockedBy }),
  };
}
