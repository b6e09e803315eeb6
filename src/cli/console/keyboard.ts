// What a terminal sends, as keys.

import type { Key as InkKey } from "ink";
import type { Key } from "../../app/pages/console/keys.ts";

/** Several, where they came in one piece. */
export function keysOf(input: string, key: InkKey): readonly Key[] {
  const named = nameOf(key);
  if (named !== null) return [{ name: named, text: "", ctrl: key.ctrl }];
  if (key.ctrl) return [{ name: "text", text: input.toLowerCase(), ctrl: true }];
  // With Alt a letter means something else, and nothing here.
  if (key.meta) return [];
  return Array.from(input, (letter) => LETTERS[letter] ?? { name: "text", text: letter, ctrl: false });
}

export function pasted(text: string): Key {
  return { name: "paste", text, ctrl: false };
}

const LETTERS: Readonly<Record<string, Key>> = {
  "\r": { name: "enter", text: "", ctrl: false },
  "\n": { name: "enter", text: "", ctrl: false },
  "\t": { name: "tab", text: "", ctrl: false },
};

function nameOf(key: InkKey): Key["name"] | null {
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  if (key.pageUp) return "page up";
  if (key.pageDown) return "page down";
  if (key.home) return "top";
  if (key.end) return "end";
  if (key.return) return "enter";
  if (key.escape) return "escape";
  if (key.tab) return "tab";
  if (key.backspace) return "backspace";
  if (key.delete) return "delete";
  return null;
}
