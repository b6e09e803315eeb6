// What fields take, as the server knows them.

export const PRIORITIES = ["P0", "P1", "P2", "P3"];
export const ESTIMATES = ["XS", "S", "M", "L", "XL"];

/** With commas between them; each once. */
export function readLabels(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((label) => label.trim())
        .filter((label) => label !== ""),
    ),
  ];
}
