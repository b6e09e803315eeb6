// The title of a ticket, and a way to change it in its place.

import type { ReactNode } from "react";
import type { TicketAnswer } from "../../../../../src/http/contract.ts";
import { useNewestCard } from "../../../api/newest.ts";
import { keys } from "../../../api/queries.ts";
import { sendEdit } from "../../../api/send.ts";
import { useMayAct } from "../../../lib/may.ts";
import { showKey } from "../../../lib/words.ts";
import { Button } from "../../../parts/controls.tsx";
import { useFieldForm } from "../../../parts/forms/field-form.ts";
import { FieldNotice } from "../../../parts/forms/field-notice.tsx";
import { Icon } from "../../../parts/icon.tsx";
import styles from "./edit.module.css";

const LONGEST = 256;

export function TitleForm({ ticket }: { readonly ticket: TicketAnswer }): ReactNode {
  const card = useNewestCard(ticket.card);
  const { key, title } = card;
  const may = useMayAct();
  const form = useFieldForm({
    id: `title ${key}`,
    current: title,
    send: (text, seen, requestId) => sendEdit(key, { title: text.trim(), seen: { title: seen }, requestId }),
    touches: [keys.ticket(key)],
  });
  if (!form.open) {
    return (
      <h1>
        <span>{showKey(key)}</span> {title}{" "}
        {may.write && (
          <button
            type="button"
            className={`icon-btn ${styles.pencil}`}
            aria-label="Edit the title"
            onClick={form.begin}
          >
            <Icon name="pencil" small />
          </button>
        )}
      </h1>
    );
  }
  return (
    <form
      className={styles.title}
      aria-label="Title"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <h1 className="vh">
        {showKey(key)} {title}
      </h1>
      <input
        className="field"
        aria-label={`Title of ${showKey(key)}`}
        autoFocus
        required
        maxLength={LONGEST}
        value={form.text}
        onChange={(event) => form.write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          form.drop();
        }}
      />
      <FieldNotice form={form} ticket={key} field="title" />
      {!form.changed && (
        <div className={styles.row}>
          <Button type="submit" small look="main" aria-disabled={!may.act || form.sending || form.text.trim() === ""}>
            Save <kbd aria-hidden="true">enter</kbd>
          </Button>
          <Button small onClick={form.drop}>
            Cancel <kbd aria-hidden="true">esc</kbd>
          </Button>
          {may.why !== null && <span className="small dim">{may.why}</span>}
        </div>
      )}
    </form>
  );
}
