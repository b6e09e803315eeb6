// What the keys do, a line each; where there is little room, it is scrolled line by line.

export const HELP = [
  "←→ column   ↑↓ ticket (j k too)   g G top, end   enter open   esc back",
  "m  move the ticket: the ways that the workflow has, and a reason",
  "u  undo your move, for a minute      e  edit title, priority, estimate, labels",
  "c  comment on it                     n  new ticket",
  "/  search numbers, titles, states, labels, agents, texts, comments and reasons",
  "w  only what waits for people",
  "r  redraw     ?  these keys     q  quit, ctrl+c too",
  "",
  "In a form: ctrl+s sends, tab goes to its next part, esc leaves it and keeps the text.",
  "▌ aimed at   ○ open   ▣ held by one at a time   ⚑ waits for people   14m! lease",
  "✓ pass  ✗ fail  – ran nothing  ? unknown  (✓) said only  ‡ contradicted",
] as const;
