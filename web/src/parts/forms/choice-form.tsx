// A reason, and a button for everything that a person may do with it. Letters choose, or digits at the foot of a page;
// Ctrl+Enter sends; the text is kept when the server refuses.

import { useEffect, useId, useRef, useState, type KeyboardEvent as ReactKeyboardEvent, type ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { cx } from "../../lib/cx.ts";
import { isTyping, lettersAreOff, useKeys, type KeyHandler } from "../../lib/keys.ts";
import { useMayAct, type May } from "../../lib/may.ts";
import { Banner } from "../answers.tsx";
import styles from "./choice-form.module.css";
import { CommitField, type CommitText } from "./commit-field.tsx";
import { digitsFor, lettersFor, type Choice } from "./choices.ts";
import { Button } from "../controls.tsx";
import { Icon } from "../icon.tsx";
import type { LiveForm } from "./live-form.ts";

export interface ChoiceFormProps {
  readonly form: LiveForm<unknown>;
  readonly label: string;
  /** Made of `form.view`, the usual one first. */
  readonly choices: readonly Choice[];
  /** Whether the usual one is chosen from the start; not where an agent asks something. */
  readonly armed?: boolean;
  /** The text goes on the ticket, and nothing moves. In a panel it is offered after a change only. */
  readonly comment: Choice;
  /** Beside the buttons. */
  readonly aside?: ReactNode;
  /** Chosen by other means than a button. */
  readonly others?: readonly Choice[];
  /** Where some of them name a commit. */
  readonly commit: CommitText;
  /** In a panel or at the foot of a page. */
  readonly layout: "panel" | "bar";
  /** Where the focus goes when it appears: to the reason, or to the form, which hears letters. */
  readonly focus?: "reason" | "letters" | undefined;
  /** Stands above the reason when the subject has changed. */
  readonly notice: ReactNode;
  /** For the sentence "… was not moved." */
  readonly failed: string;
  readonly onDone: (choice: Choice) => void;
  readonly onLookAgain?: (() => void) | undefined;
  readonly children?: (choosing: Choosing) => ReactNode;
}

export interface Choosing {
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice | null) => void;
  /** As its button does: chooses and, if there is a reason, sends. */
  readonly press: (choice: Choice) => void;
}

const HINTS = {
  why: "Say why first; then Ctrl+Enter, or the button again.",
  commit: "Name the commit first; then Ctrl+Enter, or the button again.",
  choose: "Nothing was sent: choose first what to do.",
  again: "Nothing was sent: choose again first.",
} as const;

export function ChoiceForm(props: ChoiceFormProps) {
  const { form, choices, comment, commit, others = [], layout, armed = true, onDone } = props;
  const id = useId();
  const may = useMayAct();
  const field = useRef<HTMLTextAreaElement>(null);
  const commitField = useRef<HTMLInputElement>(null);
  const [hint, setHint] = useState<keyof typeof HINTS | null>(null);
  const bar = layout === "bar";
  const offered = bar || form.moved || form.again ? [...choices, comment] : choices;
  const [chosen, pick] = useChosen(form, offered, others, armed ? choices[0] : undefined);
  useFirstFocus(props, field);

  const send = (choice: Choice) => {
    if (form.text.trim() === "") {
      setHint("why");
      field.current?.focus();
      return;
    }
    const named = commit.text.trim();
    if (choice.takes === "commit" && named === "") {
      setHint("commit");
      commitField.current?.focus();
      return;
    }
    setHint(null);
    // The same choice with another commit is another request.
    void form.send(
      choice.takes === "commit" ? `${choice.id} ${named}` : choice.id,
      (text, requestId) => choice.send(text, requestId, named),
      () => {
        if (choice.takes === "commit") commit.write("", "");
        onDone(choice);
      },
    );
  };
  const press = (choice: Choice) => {
    if (!may.act || form.sending || form.tooSoon()) return;
    setHint(null);
    // After a change, the first press chooses and the next one on the same button sends.
    const sends = choice.id === chosen?.id || !(form.moved || form.again);
    pick(choice);
    if (sends) send(choice);
  };
  const submit = () => {
    if (!may.act || form.sending) return;
    if (chosen) send(chosen);
    else setHint(form.moved || form.again ? "again" : "choose");
  };
  const taking = offered.filter(({ takes }) => takes === "commit");
  const letters = bar ? digitsFor(offered) : lettersFor(offered.map((choice) => choice.label));
  const bindings: Record<string, KeyHandler> = {};
  for (const [index, choice] of offered.entries()) {
    const letter = letters[index];
    if (letter === undefined || !may.act) continue;
    bindings[letter] = (event) => {
      event.preventDefault();
      pick(choice);
      field.current?.focus();
    };
  }
  useKeys(bindings);
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    } else if (!isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && !lettersAreOff(event)) {
      bindings[event.key.toLowerCase()]?.(event.nativeEvent);
    }
  };

  return (
    <form
      {...form.frame}
      className={cx(styles.form, styles[layout])}
      aria-label={props.label}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      {(form.moved || form.again) && props.notice}
      <Failed {...props} />
      {layout === "bar" && <FieldLabel htmlFor={id} nothingChosen={chosen === undefined} />}
      <textarea
        id={id}
        ref={field}
        className="field"
        aria-label={layout === "bar" ? undefined : "Reason"}
        aria-describedby={`${id}-note`}
        aria-invalid={hint !== null && hint !== "commit"}
        placeholder={layout === "bar" ? undefined : "Why? The reason goes on the ticket and into the ledger."}
        value={form.text}
        disabled={!may.write}
        onChange={(event) => {
          form.write(event.target.value);
          setHint(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && layout === "bar") field.current?.blur();
        }}
      />
      {(taking.length > 0 || commit.text !== "") && (
        <CommitField
          ref={commitField}
          value={commit.text}
          labels={taking.map(({ label }) => label)}
          missing={hint === "commit"}
          disabled={!may.write}
          onChange={(text) => {
            commit.write(text, form.mark);
            setHint(null);
          }}
        />
      )}
      <p
        id={`${id}-note`}
        className={cx(styles.note, hint !== null && styles.missing)}
        role={hint ? "alert" : undefined}
      >
        {hint === null ? noteOf(may, form, chosen, armed) : HINTS[hint]}
      </p>
      <div className={styles.choices}>
        {offered.map((choice, index) => (
          <Button
            key={choice.id}
            look={choice === chosen ? "main" : "plain"}
            aria-pressed={bar || form.moved || form.again ? choice === chosen : undefined}
            disabled={!may.write}
            aria-disabled={!may.act || form.sending}
            aria-keyshortcuts={letters[index]}
            title={choice.warnings.join(" ") || undefined}
            onClick={() => press(choice)}
          >
            {bar && letters[index] !== undefined && <kbd aria-hidden="true">{letters[index]}</kbd>}
            {choice.label}
            {choice.to !== null && (
              <span className={styles.target}>
                <Icon name="to" small />
                <span className="vh">to</span> <span>{choice.to}</span>
              </span>
            )}
            {!bar && (
              <kbd aria-hidden="true">
                {offered.length === 1 && choice === chosen ? "Ctrl ⏎" : letters[index]?.toUpperCase()}
              </kbd>
            )}
          </Button>
        ))}
        {form.moved && !form.ready && (
          <p className={styles.note}>
            Looking up where it can go …{" "}
            {props.onLookAgain && (
              <Button small look="quiet" onClick={props.onLookAgain}>
                Look again
              </Button>
            )}
          </p>
        )}
        {props.aside}
      </div>
      {props.children?.({ chosen, choose: pick, press })}
    </form>
  );
}

/** A choice holds for what the person saw when they made it. The usual one is the default until something has changed. */
function useChosen(
  form: LiveForm<unknown>,
  offered: readonly Choice[],
  others: readonly Choice[],
  usual: Choice | undefined,
): readonly [Choice | undefined, (choice: Choice | null) => void] {
  const [picked, setPicked] = useState<{ readonly mark: string; readonly id: string } | null>(null);
  const pick = (choice: Choice | null) => {
    if (form.moved && form.tooSoon()) return;
    if (form.moved) form.accept();
    setPicked(choice && { mark: form.mark, id: choice.id });
  };
  if (form.moved) return [undefined, pick];
  if (picked?.mark === form.mark) return [[...offered, ...others].find((choice) => choice.id === picked.id), pick];
  return [form.again ? undefined : usual, pick];
}

function useFirstFocus({ focus, form }: ChoiceFormProps, field: { readonly current: HTMLElement | null }): void {
  const { ref } = form.frame;
  useEffect(() => {
    if (focus === "reason") field.current?.focus();
    if (focus === "letters") ref.current?.focus();
  }, [focus, field, ref]);
}

function noteOf(may: May, form: LiveForm<unknown>, chosen: Choice | undefined, armed: boolean): string {
  if (may.why !== null) return may.why;
  if (!chosen) return form.moved || form.again || !armed ? "Nothing is chosen." : "";
  return [...(form.again ? ["Ctrl+Enter, or the button again, sends it."] : []), ...chosen.warnings].join(" ");
}

function FieldLabel({ htmlFor, nothingChosen }: { readonly htmlFor: string; readonly nothingChosen: boolean }) {
  return (
    <label htmlFor={htmlFor}>
      <b>Reason or comment</b>
      <span>
        in Markdown, goes on the ticket
        {!nothingChosen && (
          <span className={styles.keys} aria-hidden="true">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends
          </span>
        )}
      </span>
    </label>
  );
}

function Failed({ form, failed, onLookAgain }: ChoiceFormProps) {
  const { error } = form;
  if (!error) return null;
  return (
    <Banner
      tone="danger"
      role="alert"
      title={failed}
      action={
        onLookAgain && (
          <Button small onClick={onLookAgain}>
            Look again
          </Button>
        )
      }
    >
      {error.message} {error instanceof ApiError && error.recovery} Your reason is kept.
    </Banner>
  );
}
