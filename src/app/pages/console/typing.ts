// What a key does to a text that somebody types.

import type { Key } from "./keys.ts";
import {
  deleteAfter,
  deleteBefore,
  deleteLine,
  deleteWord,
  insert,
  move,
  moveLine,
  toLineEnd,
  toLineStart,
  type TextField,
} from "./text-field.ts";

/** `lines`: whether it may have more than one. */
export function edited(field: TextField, key: Key, lines: boolean): TextField {
  switch (key.name) {
    case "left":
      return move(field, -1);
    case "right":
      return move(field, 1);
    case "up":
      return moveLine(field, -1);
    case "down":
      return moveLine(field, 1);
    case "top":
      return toLineStart(field);
    case "end":
      return toLineEnd(field);
    case "enter":
      return lines ? insert(field, "\n") : field;
    case "backspace":
      return deleteBefore(field);
    case "delete":
      return deleteAfter(field);
    case "paste":
      return insert(field, lines ? key.text : key.text.replaceAll(/\s+/g, " "));
    case "text":
      return key.ctrl ? editedByName(field, key.text) : insert(field, key.text);
    default:
      return field;
  }
}

function editedByName(field: TextField, letter: string): TextField {
  switch (letter) {
    case "a":
      return toLineStart(field);
    case "e":
      return toLineEnd(field);
    case "u":
      return deleteLine(field);
    case "w":
      return deleteWord(field);
    case "d":
      return deleteAfter(field);
    default:
      return field;
  }
}
