// The page behind a link: brings the code to the server, and keeps what it gets for it.

import type { SignInAnswer } from "../../../src/http/contract.ts";
import { ApiError, postJson } from "./client.ts";
import { keepSession } from "./session.ts";

/** null: signed in. The code leaves the address in any case. */
export async function signInByLink(): Promise<ApiError | null> {
  const code = new URLSearchParams(location.hash.slice(1)).get("code") ?? "";
  history.replaceState(null, "", "/");
  try {
    const { session } = await postJson<SignInAnswer>("/open", { code });
    keepSession(session);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
