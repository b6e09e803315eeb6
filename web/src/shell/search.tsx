// Search: on the board it filters while typing; elsewhere Enter goes there. A number opens its ticket.

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearchParams } from "wouter";
import { useBoard } from "../api/queries.ts";
import { cx } from "../lib/cx.ts";
import { useKeys } from "../lib/keys.ts";
import { ticketPath } from "../lib/words.ts";
import { Icon } from "../parts/icon.tsx";
import styles from "./search.module.css";

export function Search() {
  const [location, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const [elsewhere, setElsewhere] = useState("");
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const board = useBoard();
  const onBoard = location === "/";
  const text = onBoard ? (params.get("q") ?? "") : elsewhere;

  const show = () => {
    // At once: a letter that is typed before the field is there would be lost.
    flushSync(() => setOpen(true));
    input.current?.focus();
  };
  useKeys({
    "/": (event) => {
      event.preventDefault();
      show();
    },
  });

  const change = (value: string) => {
    if (!onBoard) return setElsewhere(value);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete("q");
        else after.set("q", value);
        return after;
      },
      { replace: true },
    );
  };
  const go = () => {
    const number = /^#?(\d+)$/.exec(text.trim())?.[1];
    const exact = board.data?.cards.find((card) => card.key === text.trim())?.key ?? number;
    if (exact !== undefined) navigate(ticketPath(exact));
    else if (!onBoard && text !== "") navigate(`/?q=${encodeURIComponent(text)}`);
    input.current?.blur();
  };

  return (
    <>
      <button type="button" className={`icon-btn ${styles.phoneSearch}`} aria-label="Search" onClick={show}>
        <Icon name="search" />
      </button>
      <form
        role="search"
        className={cx(styles.search, open && styles.searchOpen)}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Search tickets"
          placeholder="Search tickets"
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => text === "" && setOpen(false)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            change("");
            setOpen(false);
            event.currentTarget.blur();
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </>
  );
}
