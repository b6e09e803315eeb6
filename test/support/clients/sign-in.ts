// What the dashboard's page does with a link: it brings the code to the server, and sends what it gets as a header.

export interface SignedIn {
  readonly status: number;
  /** For further requests. */
  readonly headers: Record<string, string>;
}

/** `server`: where the link is opened, if not where it leads. */
export async function signInBy(link: string, server: string = new URL(link).origin): Promise<SignedIn> {
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get("code");
  const answer = await fetch(`${server}/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const { session } = (await answer.json()) as { session?: string };
  return { status: answer.status, headers: session === undefined ? {} : { "signalbox-session": session } };
}
