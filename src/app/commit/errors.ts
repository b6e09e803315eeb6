// Errors that know what to do about them: they are passed on in words. Every other error is a bug.

export interface WayOut {
  readonly code: string;
  readonly what: string;
  readonly recovery: string;
}

export class KnownError<Code extends string = string> extends Error implements WayOut {
  readonly code: Code;
  readonly what: string;
  readonly recovery: string;

  constructor(code: Code, what: string, recovery: string, options: ErrorOptions = {}) {
    super(`${what} ${recovery}`, options);
    this.code = code;
    this.what = what;
    this.recovery = recovery;
  }
}

export function wayOut(error: unknown): WayOut | null {
  return error instanceof KnownError ? error : null;
}
