import { Link, useLocation } from "wouter";
import type { MirrorView } from "../../../src/http/contract.ts";
import { useConnection } from "../api/connection.ts";
import { useBoard, useMirror } from "../api/queries.ts";
import { useWaiting } from "../api/waiting.ts";
import { showSeconds } from "../lib/time.ts";
import { Icon, Logo } from "../parts/icon.tsx";
import { SignalLamp } from "../parts/lamp.tsx";
import { useTheme } from "../theme/theme.ts";
import { AccountMenu } from "./account-menu.tsx";
import { isCurrent, PAGES } from "./pages.ts";
import { Search } from "./search.tsx";
import styles from "./bar.module.css";

export function Bar({ onHelp }: { readonly onHelp: () => void }) {
  const board = useBoard();
  const [location] = useLocation();
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.brand} aria-label="Signalbox">
        <Logo />
        <span>Signalbox</span>
      </Link>
      <span className={styles.where}>
        {board.data?.name}
        {board.data?.mirror && <AsOf first={board.data.mirror} />}
      </span>
      <nav className={styles.nav} aria-label="Pages">
        {PAGES.map((page) => (
          <Link key={page.path} href={page.path} aria-current={isCurrent(page, location) ? "page" : undefined}>
            {page.name}
            {page.path === "/needs" && <WaitingCount />}
          </Link>
        ))}
      </nav>
      <div className={styles.right}>
        <PhoneConnection />
        <Search />
        <ThemeButton />
        {board.data && <AccountMenu you={board.data.you} onHelp={onHelp} />}
      </div>
    </header>
  );
}

/** Tickets that live elsewhere are as old as the last look there. */
function AsOf({ first }: { readonly first: MirrorView }) {
  const { data } = useMirror(true);
  const { of, asOf, behind } = data?.mirror ?? first;
  const when = asOf === null ? "not looked at yet" : `as of ${showSeconds(asOf)}`;
  return (
    <span className={behind === null ? styles.asOf : `${styles.asOf} ${styles.behind}`} title={behind ?? undefined}>
      {of}, {when}
    </span>
  );
}

/** How much waits for a person: light, because it is live. */
export function WaitingCount() {
  const count = useWaiting()?.size ?? 0;
  if (count === 0) return null;
  return (
    <span className="berth warn">
      {count}
      <span className="vh"> waiting</span>
    </span>
  );
}

function PhoneConnection() {
  const { status } = useConnection();
  const word = status === "live" ? "Live" : status === "lost" ? "Lost" : "Connecting";
  return (
    <span className={styles.phoneLive}>
      <SignalLamp lit={status === "live"} label={word} size="s" />
      <span aria-hidden="true">{word}</span>
    </span>
  );
}

function ThemeButton() {
  const [theme, choose] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className={`icon-btn ${styles.theme}`}
      aria-label={`Switch to ${other}`}
      onClick={() => choose(other)}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
