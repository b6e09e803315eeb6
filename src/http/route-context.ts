// What every route works with.

import type { Context, Env, Hono } from "hono";
import type { App, Caller } from "../app/app.ts";
import type { Role } from "./contract.ts";
import type { SharedAnswers } from "./shared-answers.ts";

export interface RouteContext {
  readonly openApp: () => Promise<App>;
  /** What people call this board. */
  readonly name: string;
  readonly tracker: string;
  readonly sharedAnswers: SharedAnswers;
  readonly log: (line: Record<string, unknown>) => void;
}

/** A CI job, by its token or by its issuer's signature. */
export interface Witness {
  /** Under which name its facts are kept. */
  readonly source: string;
  readonly facts: readonly string[];
  /** The only commit that it may speak of; null: any. */
  readonly commit: string | null;
  /** As whom the ledger names it. */
  readonly connection: string;
}

/** Who asks, as far as their key shows it. */
export interface Principal {
  /** null: nobody who may see anything. */
  readonly role: Role | null;
  /** They have shown a key: what they may not do is refused to them, and not only to strangers. */
  readonly known: boolean;
  readonly name: string | null;
  /** The id of the token that was shown, or that their browser came from. */
  readonly token: string | null;
  /** The id of their browser; null: they did not come with one. */
  readonly browser: string | null;
  /** How it was shown, for the ledger. */
  readonly proof: string | null;
  /** The key itself was shown, or a browser's link a short while ago. */
  readonly fresh: boolean;
  /** Who an agent's token stands for, and the commands that it may act as; null: it is none. */
  readonly agent: { readonly connection: string; readonly commands: readonly string[] | null } | null;
  /** What a witness may say; null: it is none. */
  readonly witness: Witness | null;
  /** What their writes are signed with; null: they may not write. */
  readonly caller: ((override: boolean) => Caller) | null;
}

export interface RouteEnv extends Env {
  Variables: {
    principal: Principal;
    /** The address that it comes from. */
    from: string;
  };
}

export type Routes = Hono<RouteEnv>;
export type RequestContext = Context<RouteEnv>;
