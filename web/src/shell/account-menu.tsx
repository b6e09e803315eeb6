// Who am I here, and what is mine: keys, browsers, how I am called, help, and the way out.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { BoardAnswer } from "../../../src/http/contract.ts";
import { sendBrowserEnd } from "../api/send.ts";
import { forgetSession } from "../api/session.ts";
import { setNotify, setSound, useCallSettings } from "../lib/calls.ts";
import { useKeys } from "../lib/keys.ts";
import { toast } from "../parts/announcer.tsx";
import { Icon } from "../parts/icon.tsx";
import styles from "./account-menu.module.css";

type You = BoardAnswer["you"];

export function AccountMenu({ you, onHelp }: { readonly you: You; readonly onHelp: () => void }) {
  const name = nameOf(you);
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    if (frame.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };
  useKeys({ Escape: close });
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  return (
    <div
      ref={frame}
      className={styles.account}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-label={`Account: ${name}, ${you.role}`}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.name}>{name}</span> <span className={styles.role}>{you.role}</span>
        <Icon name="down" small />
      </button>
      {open && (
        <div className={styles.menu} role="group" aria-label="Account">
          <AccountItems you={you} onHelp={onHelp} onChoose={close} />
        </div>
      )}
    </div>
  );
}

interface ItemsProps {
  readonly you: You;
  readonly onHelp: () => void;
  /** Something was chosen that leads elsewhere. */
  readonly onChoose: () => void;
}

/** The same in the bar and on a phone. */
export function AccountItems({ you, onHelp, onChoose }: ItemsProps) {
  const { notify, sound } = useCallSettings();
  return (
    <>
      <div className={styles.me}>
        <b>{nameOf(you)}</b>
        <p>{ROLES[you.role]}</p>
      </div>
      {you.name !== null && (
        <ul>
          {you.role === "operator" && (
            <Item>
              <Link href="/people" onClick={onChoose}>
                People and keys <kbd aria-hidden="true">g p</kbd>
              </Link>
            </Item>
          )}
          <Item>
            <Link href="/browsers" onClick={onChoose}>
              Your browser sessions
            </Link>
          </Item>
        </ul>
      )}
      <ul>
        <Item>
          <Switch on={notify} onChange={(on) => void changeNotify(on)}>
            Notify me of Needs you
          </Switch>
        </Item>
        <Item>
          <Switch on={sound} onChange={setSound}>
            With a sound
          </Switch>
        </Item>
      </ul>
      <ul>
        <Item>
          <button
            type="button"
            onClick={() => {
              onChoose();
              onHelp();
            }}
          >
            Shortcuts and help <kbd aria-hidden="true">?</kbd>
          </button>
        </Item>
        {you.name !== null && <SignOut onDone={onChoose} />}
      </ul>
    </>
  );
}

const ROLES: Readonly<Record<You["role"], string>> = {
  viewer: "Viewer: you can read. To act, run “signalbox open”.",
  agent: "Agent: you act by the rules for agents.",
  witness: "Witness: you attest facts, and move nothing.",
  member: "Member: you move, comment, create and edit.",
  operator: "Operator: you move, edit, override and give keys.",
};

function nameOf({ name }: You): string {
  return name ?? "Not signed in";
}

async function changeNotify(on: boolean): Promise<void> {
  const refusal = await setNotify(on);
  if (refusal !== null) toast("danger", "You will not be notified.", refusal);
}

function SignOut({ onDone }: { readonly onDone: () => void }) {
  const client = useQueryClient();
  const out = useMutation({
    mutationFn: async () => {
      await sendBrowserEnd("this");
      forgetSession();
      // Who has signed out is shown what everybody is.
      await client.invalidateQueries();
    },
    onSuccess: onDone,
    onError: (error) => toast("danger", "You are still signed in.", error.message),
  });
  return (
    <Item>
      <button type="button" disabled={out.isPending} onClick={() => out.mutate()}>
        Sign out
      </button>
    </Item>
  );
}

function Item({ children }: { readonly children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}

interface SwitchProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}

function Switch({ on, onChange, children }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={on} onClick={() => onChange(!on)}>
      {children}
      <span className={styles.switch} aria-hidden="true" />
    </button>
  );
}
