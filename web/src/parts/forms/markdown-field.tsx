// A text in Markdown, with a preview of what others will read.

import { useId, useState, type KeyboardEvent } from "react";
import { Markdown } from "../markdown.tsx";
import styles from "./markdown-field.module.css";

interface MarkdownFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly autoFocus?: boolean;
  readonly rows?: number;
  readonly disabled?: boolean;
}

export function MarkdownField({
  label,
  value,
  onChange,
  onKeyDown,
  autoFocus,
  rows = 8,
  disabled,
}: MarkdownFieldProps) {
  const id = useId();
  const [preview, setPreview] = useState(false);
  return (
    <div className={styles.markdown}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        <span role="group" aria-label={`${label}: show`}>
          <button type="button" aria-pressed={!preview} onClick={() => setPreview(false)}>
            Write
          </button>
          <button type="button" aria-pressed={preview} onClick={() => setPreview(true)}>
            Preview
          </button>
        </span>
      </div>
      <textarea
        id={id}
        className="field mono"
        rows={rows}
        hidden={preview}
        autoFocus={autoFocus}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {preview && (
        <div className={styles.preview} role="region" aria-label={`${label}, as others read it`} tabIndex={0}>
          {value.trim() === "" ? <p className="dim">Nothing is written yet.</p> : <Markdown text={value} />}
        </div>
      )}
    </div>
  );
}
