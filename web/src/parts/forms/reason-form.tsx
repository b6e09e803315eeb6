// A text and one thing to do with it: a comment, or an act that needs a reason. When its subject has changed, the person
// has to say again that they want it.

import { useId, useRef, type ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { cx } from "../../lib/cx.ts";
import { useMayAct } from "../../lib/may.ts";
import { Banner } from "../answers.tsx";
import { Button } from "../controls.tsx";
import { keptWords, type LiveForm } from "./live-form.ts";
import { MovedNotice, type Meanwhile } from "./moved-notice.tsx";
import styles from "./reason-form.module.css";

export interface ReasonFormProps {
  readonly form: LiveForm<unknown>;
  readonly label: string;
  /** The label is read out only. */
  readonly hideLabel?: boolean;
  readonly placeholder?: string | undefined;
  /** One line, with the buttons beside it. */
  readonly line?: boolean;
  /** It has just been opened to be written in. */
  readonly focus?: boolean;
  readonly className?: string | undefined;
  readonly submit: string;
  readonly send: (text: string, requestId: string) => Promise<unknown>;
  readonly onDone: () => void;
  /** For the sentence "… was not released." */
  readonly failed: string;
  /** What happened to its subject. */
  readonly meanwhile: Meanwhile;
  /**
   * After a change: the button by which the person says that they still want it. null: it is no longer possible;
   * undefined: it makes no difference.
   */
  readonly still?: string | null;
  /** After a change: what else there is to know. */
  readonly advice?: string | undefined;
  readonly cancel?: string;
  readonly onCancel?: () => void;
}

export function ReasonForm(props: ReasonFormProps) {
  const { form, label, hideLabel = false, line = false, still, onCancel } = props;
  const id = useId();
  const may = useMayAct();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const stopped = form.moved && still !== undefined;
  const maySend = may.act && !form.sending && !stopped && form.text.trim() !== "";
  const submit = () => {
    if (maySend) void form.send(props.submit, props.send, props.onDone);
  };
  const shared = {
    id,
    ref: field,
    className: "field",
    autoFocus: props.focus,
    placeholder: props.placeholder,
    value: form.text,
    disabled: !may.write,
    onChange: (event: { readonly target: { readonly value: string } }) => form.write(event.target.value),
  };
  return (
    <form
      {...form.frame}
      className={cx(line ? styles.line : styles.block, props.className)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && onCancel) {
          event.stopPropagation();
          event.preventDefault();
          onCancel();
        }
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      {(form.moved || form.again) && (
        <MovedNotice
          meanwhile={props.meanwhile}
          action={
            still != null && (
              <Button
                small
                aria-pressed={form.again && !form.moved}
                onClick={() => {
                  if (!form.moved || form.tooSoon()) return;
                  form.accept();
                  field.current?.focus();
                }}
              >
                {still}
              </Button>
            )
          }
        >
          {keptWords(form)} {props.advice}
        </MovedNotice>
      )}
      <Failed {...props} />
      <label htmlFor={id} className={cx(hideLabel && "vh")}>
        {label}
      </label>
      {line ? <input {...shared} /> : <textarea {...shared} />}
      {may.write && may.why !== null && <p className="small dim">{may.why}</p>}
      <div className={styles.buttons}>
        <Button
          type="submit"
          small
          look={onCancel && !stopped ? "main" : "plain"}
          disabled={!may.write}
          aria-disabled={!maySend}
        >
          {props.submit}
        </Button>
        {onCancel && (
          <Button small look="quiet" onClick={onCancel}>
            {props.cancel ?? "Cancel"}
          </Button>
        )}
      </div>
    </form>
  );
}

function Failed({ form, failed }: ReasonFormProps): ReactNode {
  const { error } = form;
  if (!error) return null;
  return (
    <Banner tone="danger" role="alert" title={failed}>
      {error.message} {error instanceof ApiError && error.recovery} Your text is kept.
    </Banner>
  );
}
