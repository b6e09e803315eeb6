export const DROPPED = "dropped";

const OPEN = new Set(["pending", "in_progress", "failed"]);

export function mayDrop(status: string): boolean {
  return OPEN.has(status);
}

export function statusWords(status: string): string {
  return status.replaceAll("_", " ");
}

export const INDICATORS: Readonly<Record<string, string>> = {
  pending: "gray dot",
  in_progress: "yellow pulse",
  completed: "green check",
  failed: "red X",
  dropped: "gray X",
};
