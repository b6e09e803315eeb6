export const DROPPED = "dropped";

const OPEN = new Set(["pending", "in_progress", "failed"]);

export function mayDrop(status: string): boolean {
  return OPEN.has(status);
}

export function statusWords(status: string): string {
  return status.replaceAll("_", " ");
}
