// Light or dark: what the system says, until somebody chooses.

import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const KEPT_AS = "signalbox.theme";
const night = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

export function applyTheme(): void {
  const chosen = keptTheme();
  if (chosen === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return [theme, chooseTheme];
}

function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEPT_AS, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

function currentTheme(): Theme {
  return keptTheme() ?? (night.matches ? "dark" : "light");
}

function keptTheme(): Theme | null {
  const kept = localStorage.getItem(KEPT_AS);
  return kept === "light" || kept === "dark" ? kept : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  night.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    night.removeEventListener("change", listener);
  };
}
