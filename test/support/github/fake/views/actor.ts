import type { Asking } from "../viewer.ts";

export function actorView({ world }: Asking, login: string) {
  const account = world.accounts.get(login);
  return { __typename: account?.kind ?? "User", id: account?.id ?? login, login };
}
