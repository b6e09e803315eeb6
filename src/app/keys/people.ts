// Keys to the board, and what hangs on each: browsers that came from it, and tickets that its agents hold.

import { showIdentity, stamp } from "../../engine/facts.ts";
import { atDoor } from "../../engine/names.ts";
import type { App } from "../app.ts";
import { listBrowsers } from "./browsers.ts";
import type { KeyView, PeoplePage, TokenView } from "../pages/people-views.ts";
import { listTokens } from "./tokens.ts";
import { listWitnesses } from "./witnesses.ts";

export async function viewPeople(app: App): Promise<PeoplePage> {
  const [tokens, witnesses, browsers] = await Promise.all([
    listTokens(app),
    listWitnesses(app),
    listBrowsers(app, { token: null }),
  ]);
  const keys = await Promise.all(
    tokens.map(async (token): Promise<KeyView> => {
      const held = token.role === "agent" && token.state === "live" ? await heldBy(app, token) : [];
      return { ...token, browsers: browsers.filter((browser) => browser.token === token.id).length, holds: held };
    }),
  );
  return { tokens: keys, witnesses, commands: [...app.machine.commands.keys()] };
}

async function heldBy(app: App, { name }: TokenView): Promise<KeyView["holds"]> {
  const tickets = await app.board.claims.heldBy({ connection: atDoor(name, "token") });
  return tickets.flatMap(({ key, claim }) =>
    claim ? [{ key, holder: showIdentity(claim.holder), expiresAt: stamp(claim.expiresAt) }] : [],
  );
}
