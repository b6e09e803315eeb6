import type { Asking } from "../viewer.ts";

const BOT = /\[bot\]$/;

/** A bot's name has no suffix here; only the viewer's has (`viewer` below, and REST). */
export function actorView({ world }: Asking, login: string) {
  const account = world.accounts.get(login);
  const kind = BOT.test(login) ? "Bot" : (account?.kind ?? "User");
  return { __typename: kind, id: account?.id ?? login, login: login.replace(BOT, "") };
}

/** As whom a token acts. */
export function viewerView(asking: Asking, login: string) {
  return { ...actorView(asking, login), login };
}
