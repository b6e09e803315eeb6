// The commit that a move names. It is kept like a reason: through changes of the ticket and a reload of the page.

import { useId, type Ref } from "react";
import { setDraft, useDraft, type Draft } from "../../lib/drafts.ts";
import styles from "./choice-form.module.css";

export interface CommitText {
  readonly text: string;
  /** What the person saw when they began to write. */
  readonly mark: string | undefined;
  readonly write: (text: string, mark: string) => void;
}

export function useCommitText(ticket: string): CommitText {
  const id = `commit ${ticket}`;
  const draft: Draft | null = useDraft(id);
  return {
    text: draft?.text ?? "",
    mark: draft?.mark,
    write: (text, mark) => setDraft(id, text === "" ? null : { text, mark }),
  };
}

export interface CommitFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  /** The moves that take it. */
  readonly labels: readonly string[];
  readonly missing: boolean;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

export function CommitField({ ref, value, labels, missing, disabled, onChange }: CommitFieldProps) {
  const id = useId();
  return (
    <p className={styles.commit}>
      <label htmlFor={id}>Commit{labels.length > 0 && <span className="dim"> for {labels.join(", ")}</span>}</label>
      <input
        id={id}
        ref={ref}
        className="field"
        value={value}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={missing}
        disabled={disabled}
        placeholder="hash of the commit with the work"
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  );
}
