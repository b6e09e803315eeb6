// GitHub Apps: who signs for one, where it is installed, and the tokens of its installations, which end by the fake's clock.

import { createPublicKey, generateKeyPairSync, randomBytes, verify } from "node:crypto";
import type { RestAnswer } from "./rest.ts";
import type { Permission, Token } from "./viewer.ts";

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** In use, as PEM; whoever has one of them speaks for the App. */
  privateKeys: readonly string[];
}

export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: string;
  /** As `owner/name`; null: all of the account. */
  readonly repositories: readonly string[] | null;
  permissions: Readonly<Record<string, string>>;
  suspended: boolean;
}

interface GivenToken {
  readonly text: string;
  readonly installation: Installation;
  readonly expiresAt: number;
  revoked: boolean;
}

const HOUR_MS = 3_600_000;
const LONGEST_S = 600;
export const EVERYTHING = {
  metadata: "read",
  issues: "write",
  contents: "write",
  organization_projects: "write",
  pull_requests: "read",
  checks: "read",
  statuses: "write",
};

export class Apps {
  readonly #now: () => number;
  readonly #apps: App[] = [];
  readonly installations: Installation[] = [];
  readonly tokens: GivenToken[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(id: number, slug: string, privateKey = newKey()): App {
    const app: App = { id, slug, name: slug.replaceAll("-", " "), privateKeys: [privateKey] };
    this.#apps.push(app);
    return app;
  }

  install(app: App, account: string, more: Partial<Installation> = {}): Installation {
    const id = 4000 + this.installations.length;
    const made = { id, app, account, repositories: null, permissions: EVERYTHING, suspended: false, ...more };
    this.installations.push(made);
    return made;
  }

  uninstall(installation: Installation): void {
    this.installations.splice(this.installations.indexOf(installation), 1);
  }

  /** As if their hour were over, whatever the clock says. */
  endTokens(): void {
    for (const token of this.tokens) token.revoked = true;
  }

  /** What a token may do; undefined: it is none, or none any more. */
  token(text: string): Token | undefined {
    const given = this.#given(text);
    if (!given) return undefined;
    const { app, permissions } = given.installation;
    const has = (name: string, level = "write"): boolean =>
      permissions[name] === "write" || permissions[name] === level;
    const may: Permission[] = [
      ...(has("issues") ? (["issues"] as const) : []),
      ...(has("contents") ? (["contents"] as const) : []),
      ...(has("organization_projects") ? (["projects"] as const) : []),
    ];
    const lacks: Token["lacks"] = [
      ...(has("checks", "read") ? [] : (["checks"] as const)),
      ...(has("statuses", "read") ? [] : (["statuses"] as const)),
      ...(has("pull_requests", "read") ? [] : (["pull requests"] as const)),
    ];
    const login = `${app.slug}[bot]`;
    return { token: text, login, kind: "app", scopes: [], blindTo: [], mayWrite: true, permissions: may, lacks };
  }

  isSuspended(text: string): boolean {
    return this.#given(text)?.installation.suspended === true;
  }

  /** null: the path is nothing of an App's. */
  answer(method: string, path: string, jwt: string): { readonly operation: string; answer: () => RestAnswer } | null {
    const route = ROUTES.find(([of, pattern]) => of === method && pattern.test(path));
    if (!route) return null;
    const [, pattern, operation] = route;
    const words = pattern.exec(path)?.slice(1) ?? [];
    return { operation, answer: () => this.#signed(jwt, (app) => this.#route(operation, app, words)) };
  }

  #route(operation: string, app: App, [first = "", second = ""]: readonly string[]): RestAnswer {
    const { id, slug, name } = app;
    const ours = this.installations.filter((one) => one.app === app);
    const found = (one: Installation | undefined, show = shown): RestAnswer =>
      one ? { status: 200, body: show(one) } : { status: 404, body: { message: "Not Found" } };
    switch (operation) {
      case "GET app":
        return { status: 200, body: { id, slug, name } };
      case "GET repository installation":
        return found(ours.find((one) => one.account === first && sees(one, `${first}/${second}`)));
      case "GET organization installation":
        return found(ours.find((one) => one.account === first));
      case "GET installation":
        return found(ours.find((one) => String(one.id) === first));
      default: {
        const one = ours.find((installation) => String(installation.id) === first);
        if (one?.suspended) return { status: 403, body: { message: "This installation has been suspended" } };
        return one ? this.#newToken(one) : found(one);
      }
    }
  }

  #newToken(installation: Installation): RestAnswer {
    const text = `ghs_${randomBytes(18).toString("hex")}`;
    const expiresAt = this.#now() + HOUR_MS;
    this.tokens.push({ text, installation, expiresAt, revoked: false });
    const { permissions, repositories } = installation;
    const selection = { repository_selection: repositories ? "selected" : "all" };
    return {
      status: 201,
      body: { token: text, expires_at: new Date(expiresAt).toISOString(), permissions, ...selection },
    };
  }

  #given(text: string): GivenToken | undefined {
    return this.tokens.find(
      (token) =>
        token.text === text &&
        !token.revoked &&
        token.expiresAt > this.#now() &&
        this.installations.includes(token.installation),
    );
  }

  #signed(jwt: string, act: (app: App) => RestAnswer): RestAnswer {
    const refused = (message: string): RestAnswer => ({ status: 401, body: { message } });
    const [head = "", claims = "", signature = ""] = jwt.split(".");
    const [header, payload] = [unpacked(head), unpacked(claims)];
    const app = this.#apps.find(({ id }) => String(id) === payload["iss"]);
    const signed = Buffer.from(`${head}.${claims}`);
    const isOurs = app?.privateKeys.some((key) =>
      verify("sha256", signed, createPublicKey(key), Buffer.from(signature, "base64url")),
    );
    if (!app || !isOurs || header["alg"] !== "RS256") return refused("A JSON web token could not be decoded");
    const [iat, exp, now] = [Number(payload["iat"]), Number(payload["exp"]), this.#now() / 1000];
    if (!(iat <= now))
      return refused(
        "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
      );
    if (!(exp > now))
      return refused(
        "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
      );
    if (exp > now + LONGEST_S) return refused("'Expiration time' claim ('exp') is too far in the future");
    return act(app);
  }
}

const ROUTES: readonly (readonly [method: string, path: RegExp, operation: string])[] = [
  ["GET", /^\/app$/, "GET app"],
  ["GET", /^\/app\/installations\/(\d+)$/, "GET installation"],
  ["POST", /^\/app\/installations\/(\d+)\/access_tokens$/, "POST access_tokens"],
  ["GET", /^\/repos\/([^/]+)\/([^/]+)\/installation$/, "GET repository installation"],
  ["GET", /^\/orgs\/([^/]+)\/installation$/, "GET organization installation"],
];

function sees({ repositories }: Installation, name: string): boolean {
  return repositories?.includes(name) ?? true;
}

function shown({ id, app, account, permissions, suspended }: Installation): RestAnswer["body"] {
  return {
    id,
    app_slug: app.slug,
    account: { login: account },
    permissions,
    suspended_at: suspended ? "2026-01-05T12:00:00Z" : null,
    html_url: `https://github.com/organizations/${account}/settings/installations/${id}`,
  };
}

/** Takes a moment: tests that need no second one share it. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

function unpacked(part: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
