// What a ticket is about, and a way to write it anew in its place.

import type { ReactNode } from "react";
import type { TicketAnswer } from "../../../../../src/http/contract.ts";
import { keys } from "../../../api/queries.ts";
import { sendEdit } from "../../../api/send.ts";
import { useKeys } from "../../../lib/keys.ts";
import { useMayAct } from "../../../lib/may.ts";
import { Button } from "../../../parts/controls.tsx";
import { useFieldForm } from "../../../parts/forms/field-form.ts";
import { FieldNotice } from "../../../parts/forms/field-notice.tsx";
import { MarkdownField } from "../../../parts/forms/markdown-field.tsx";
import { Markdown } from "../../../parts/markdown.tsx";
import { Panel } from "../../../parts/panel.tsx";
import styles from "./edit.module.css";

export function BodyPanel({ ticket }: { readonly ticket: TicketAnswer }): ReactNode {
  const { key } = ticket.card;
  const may = useMayAct();
  const form = useFieldForm({
    id: `body ${key}`,
    current: ticket.body,
    send: (body, seen, requestId) => sendEdit(key, { body, seen: { body: seen }, requestId }),
    touches: [keys.ticket(key)],
  });
  useKeys({
    e: (event) => {
      if (!may.write || form.open) return;
      event.preventDefault();
      form.begin();
    },
  });
  if (!may.write && !form.open && ticket.body === "") return null;
  const edit = may.write && !form.open && (
    <Button small look="quiet" aria-keyshortcuts="e" onClick={form.begin}>
      Edit <kbd aria-hidden="true">e</kbd>
    </Button>
  );
  return (
    <Panel title="Description" note={edit || undefined}>
      {!form.open && (ticket.body === "" ? <p className="dim">No text yet.</p> : <Markdown text={ticket.body} />)}
      {form.open && (
        <form
          className={styles.block}
          aria-label="Description"
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          <MarkdownField
            label="Text"
            autoFocus
            rows={12}
            value={form.text}
            onChange={form.write}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              form.save();
            }}
          />
          <FieldNotice form={form} ticket={key} field="body" show={size} />
          {form.changed && (
            <div className={styles.theirs} role="region" aria-label="Their text" tabIndex={0}>
              <Markdown text={form.current} />
            </div>
          )}
          {!form.changed && (
            <div className={styles.row}>
              <Button type="submit" small look="main" aria-disabled={!may.act || form.sending}>
                Save <kbd aria-hidden="true">ctrl enter</kbd>
              </Button>
              <Button small onClick={form.drop}>
                Cancel
              </Button>
              {may.why !== null && <span className="small dim">{may.why}</span>}
            </div>
          )}
        </form>
      )}
    </Panel>
  );
}

/** A long text is not said twice: theirs stands below, as others read it. */
function size(text: string): string {
  const words = text.trim() === "" ? 0 : text.trim().split(/\s+/).length;
  return words === 1 ? "1 word" : `${words} words`;
}
