// What shows who this browser is: kept per origin, where no other port of the host gets it, and sent as a header.

const PLACE = "signalbox-session";
export const HEADER = "signalbox-session";

export function sessionHeader(): Readonly<Record<string, string>> {
  const session = read();
  return session === null ? {} : { [HEADER]: session };
}

/** A browser that keeps nothing for pages can still read the board. */
function read(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export function keepSession(session: string): void {
  localStorage.setItem(PLACE, session);
}

export function forgetSession(): void {
  localStorage.removeItem(PLACE);
}

/** Calls back when another window of this browser has signed in or out. */
export function watchSession(changed: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === PLACE || key === null) changed();
  });
}
