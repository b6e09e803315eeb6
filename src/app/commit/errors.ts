// Errors that know what to do about them: they are passed on in words. Every other error is a bug.

export interface WayOut {
  readonly code: string;
  readonly what: string;
  readonly recovery: string;
}

export function wayOut(error: unknown): WayOut | null {
  if (!(error instanceof Error) || !("code" in error) || !("recovery" in error)) return null;
  const recovery = String(error.recovery);
  const what = error.message.endsWith(recovery) ? error.message.slice(0, -recovery.length).trim() : error.message;
  return { code: String(error.code), what, recovery };
}
