// The pages at the bottom of a phone; what does not fit is under More.

import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useBoard } from "../api/queries.ts";
import { Icon } from "../parts/icon.tsx";
import { useTheme } from "../theme/theme.ts";
import { AccountItems } from "./account-menu.tsx";
import { WaitingCount } from "./bar.tsx";
import { isCurrent, PAGES, type PageLink } from "./pages.ts";
import styles from "./tab-bar.module.css";

const FIRST: ReadonlySet<string> = new Set(["/", "/needs", "/agents", "/ledger"]);

function isFirst({ path }: PageLink): boolean {
  return FIRST.has(path);
}

export function TabBar({ onHelp }: { readonly onHelp: () => void }) {
  const you = useBoard().data?.you;
  const [location] = useLocation();
  const [open, setOpen] = useState(false);
  const [first, rest] = [PAGES.filter(isFirst), PAGES.filter((page) => !isFirst(page))];
  const inRest = rest.some((page) => isCurrent(page, location));
  return (
    <nav className={styles.tabs} aria-label="Pages">
      {first.map((page) => (
        <Link key={page.path} href={page.path} aria-current={isCurrent(page, location) ? "page" : undefined}>
          <Icon name={page.icon} />
          {page.path === "/needs" && <WaitingCount />}
          <span>{page.name}</span>
        </Link>
      ))}
      <button type="button" aria-expanded={open} data-current={inRest} onClick={() => setOpen(!open)}>
        <Icon name="more" />
        <span>More</span>
      </button>
      {open && (
        <div className={styles.more}>
          {rest.map((page) => (
            <Link key={page.path} href={page.path} onClick={() => setOpen(false)}>
              {page.name}
            </Link>
          ))}
          <Link href="/people" onClick={() => setOpen(false)}>
            People and keys
          </Link>
          <PhoneTheme />
          {you && <AccountItems you={you} onHelp={onHelp} onChoose={() => setOpen(false)} />}
        </div>
      )}
    </nav>
  );
}

function PhoneTheme() {
  const [theme, choose] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button type="button" onClick={() => choose(other)}>
      {other === "dark" ? "Dark" : "Light"}
    </button>
  );
}
