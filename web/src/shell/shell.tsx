// What stands around every page: the bar above, the register below, banners, and the connection that keeps all alive.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { follow, type Live } from "../api/live.ts";
import { useBoard } from "../api/queries.ts";
import { useWaiting } from "../api/waiting.ts";
import { useCalls } from "../lib/calls.ts";
import { useChord, useKeys } from "../lib/keys.ts";
import { useTitleCount } from "../lib/title.ts";
import { Announcer } from "../parts/announcer.tsx";
import { Banners } from "./banners.tsx";
import { Bar } from "./bar.tsx";
import { Help } from "./help.tsx";
import { hearRows } from "./hear.ts";
import { NewTicket } from "./new-ticket.tsx";
import { PAGES, SECOND_VIEWS } from "./pages.ts";
import { Register } from "./register.tsx";
import styles from "./shell.module.css";
import { TabBar } from "./tab-bar.tsx";
import { UndoNote } from "./undo-note.tsx";

export function Shell({ children }: { readonly children: ReactNode }) {
  const live = useLive();
  useCallsOfTickets();
  const [help, setHelp] = useState(false);
  useNavigationKeys(() => setHelp(true));
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        To the page
      </a>
      <Bar onHelp={() => setHelp(true)} />
      <Banners onRetry={() => live.current?.retryNow()} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Register />
      <TabBar onHelp={() => setHelp(true)} />
      <UndoNote />
      <NewTicket />
      <Announcer />
      <Help open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** Begins where the board was read, once it was. */
function useLive(): { readonly current: Live | null } {
  const client = useQueryClient();
  const board = useBoard();
  const live = useRef<Live | null>(null);
  const seq = useRef<number | undefined>(undefined);
  seq.current ??= board.data?.seq;
  const from = seq.current;
  useEffect(() => {
    if (from === undefined) return;
    const current = follow(client, from, hearRows);
    live.current = current;
    return () => current.stop();
  }, [client, from]);
  return live;
}

/** The title has the count, and what begins to wait calls whoever wants to be called. */
function useCallsOfTickets(): void {
  const waiting = useWaiting();
  const [, navigate] = useLocation();
  useTitleCount(waiting?.size ?? 0);
  useCalls(waiting, (ticket) => navigate(`/needs?ticket=${encodeURIComponent(ticket)}`));
}

/** `g` and then the letter of a page. */
function useNavigationKeys(showHelp: () => void): void {
  const [, navigate] = useLocation();
  useChord(
    "g",
    Object.fromEntries([...PAGES, ...SECOND_VIEWS].map((page) => [page.letter, () => navigate(page.path)])),
  );
  useKeys({
    "?": (event) => {
      event.preventDefault();
      showHelp();
    },
  });
}
