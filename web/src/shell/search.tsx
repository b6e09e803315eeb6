// Search: titles of what has the words anywhere, while typing. On the board it filters too; elsewhere Enter goes there. A
// number opens its ticket.

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation, useSearchParams } from "wouter";
import { useBoard, useFound } from "../api/queries.ts";
import { cx } from "../lib/cx.ts";
import { useKeys } from "../lib/keys.ts";
import { showKey, ticketPath } from "../lib/words.ts";
import { Icon } from "../parts/icon.tsx";
import styles from "./search.module.css";

export function Search() {
  const [location, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const [elsewhere, setElsewhere] = useState("");
  const [open, setOpen] = useState(false);
  const [listing, setListing] = useState(false);
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
    setListing(true);
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
    setListing(false);
  };

  return (
    <>
      <button type="button" className={`icon-btn ${styles.phoneSearch}`} aria-label="Search" onClick={show}>
        <Icon name="search" />
      </button>
      <form
        role="search"
        className={cx(styles.search, open && styles.searchOpen)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setListing(false);
        }}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
          stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus();
        }}
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
            setListing(false);
            setOpen(false);
            event.currentTarget.blur();
          }}
        />
        <kbd aria-hidden="true">/</kbd>
        {listing && <Found text={text.trim()} onChoose={() => setListing(false)} />}
      </form>
    </>
  );
}

const MOST = 8;

/** Titles, so that nobody has to know a number. */
function Found({ text, onChoose }: { readonly text: string; readonly onChoose: () => void }) {
  const { data } = useFound(text);
  if (!data || text === "") return null;
  const { tickets, nextCursor } = data;
  const more = tickets.length > MOST || nextCursor !== null;
  return (
    <div className={styles.found} role="status">
      {tickets.length === 0 ? (
        <p>No ticket has this in its title, text, comments or reasons.</p>
      ) : (
        <ul aria-label="Tickets found">
          {tickets.slice(0, MOST).map(({ key, title, state }) => (
            <li key={key}>
              <Link href={ticketPath(key)} onClick={onChoose}>
                <span className="num">{showKey(key)}</span> <b>{title}</b> <span>{state ?? "no state"}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more && <p>Enter shows them all on the board.</p>}
    </div>
  );
}
