// Small words that several pages say the same way.

/** `1 ticket`, `2 tickets`. */
export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The words of Markdown without its marks, on one line, for places where a line is all there is. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/\*\*|`|^(?:#+|>) /gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

/** `#12`, or `owner/repo#12` outside the default repository. */
export function showKey(key: string): string {
  return key.includes("#") ? key : `#${key}`;
}

export function sessionPath(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}

export function ticketPath(key: string): string {
  return `/ticket/${encodeURIComponent(key)}`;
}
