// An issuer of OpenID Connect tokens on this machine: real keys behind a real server, which can be led astray on request.
// It also gives out tokens the way GitHub gives them to a job.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from "jose";

export const REPOSITORY_ID = "729000123";
export const WORKFLOW = "acme/shop/.github/workflows/proof.yml@refs/heads/main";
export const COMMIT = "3f2c1ab0".repeat(5);

export type Claims = Readonly<Record<string, unknown>>;

export interface Signing {
  readonly claims?: Claims;
  /** Claims that are left out. */
  readonly without?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  readonly as?: "alg-none" | "hs256-by-public-key" | "foreign-key" | "key-brought-along" | "rs512";
}

export interface Issuer {
  readonly url: string;
  /** How often its keys, and where they are, were asked for. */
  readonly asked: { keys: number; place: number };
  /** What the next answers are, instead of the keys. */
  fault: "none" | "error" | "endless" | "nonsense" | "elsewhere" | "other-name";
  /** A job's token, as GitHub would sign it, but for what is said otherwise. */
  readonly sign: (audience: string, signing?: Signing) => Promise<string>;
  /** From now on another key is in use, and the old one is gone. */
  readonly rotate: () => Promise<void>;
  /** What a runner puts into a job's environment. */
  readonly jobEnv: { readonly ACTIONS_ID_TOKEN_REQUEST_URL: string; readonly ACTIONS_ID_TOKEN_REQUEST_TOKEN: string };
  /** The claims of the tokens that jobs ask for. */
  jobClaims: Claims;
  readonly close: () => Promise<void>;
}

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

const RUNNER_TOKEN = "given-by-the-runner";

export async function openIssuer(now: () => number = Date.now): Promise<Issuer> {
  let key = await makeKey("one");
  // An issuer may have keys for more than we take.
  const longer = await makeKey("longer", "RS512");
  let made = 1;
  const asked = { keys: 0, place: 0 };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://issuer");
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (pathname === "/token") {
      if (request.headers.authorization !== `bearer ${RUNNER_TOKEN}`) return json({ message: "no" }, 401);
      void issuer.sign(searchParams.get("audience") ?? "").then((value) => json({ count: value.length, value }));
      return;
    }
    if (issuer.fault === "error") return json({ message: "down" }, 500);
    if (issuer.fault === "nonsense") return void response.writeHead(200).end("<html>");
    if (issuer.fault === "elsewhere") return void response.writeHead(302, { location: `${issuer.url}/moved` }).end();
    if (issuer.fault === "endless") return void response.writeHead(200).end("x".repeat(1024 * 1024));
    if (pathname === "/.well-known/openid-configuration") {
      asked.place++;
      const name = issuer.fault === "other-name" ? "https://somebody.example" : issuer.url;
      return json({ issuer: name, jwks_uri: `${issuer.url}/.well-known/jwks` });
    }
    if (pathname !== "/.well-known/jwks") return json({}, 404);
    asked.keys++;
    json({ keys: [key.jwk, longer.jwk] });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const issuer: Issuer = {
    url,
    asked,
    fault: "none",
    jobClaims: {},
    jobEnv: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: RUNNER_TOKEN,
    },
    sign: async (audience, { claims = {}, without = [], header = {}, as } = {}) => {
      const second = Math.floor(now() / 1000);
      const said = Object.entries({
        iss: url,
        aud: audience,
        sub: "repo:acme/shop:ref:refs/heads/7-fix",
        iat: second,
        nbf: second - 5,
        exp: second + 300,
        repository: "acme/shop",
        repository_id: REPOSITORY_ID,
        job_workflow_ref: WORKFLOW,
        event_name: "push",
        sha: COMMIT,
        ...issuer.jobClaims,
        ...claims,
      }).filter(([name]) => !without.includes(name));
      const payload = Object.fromEntries(said);
      if (as === "alg-none") return new UnsecuredJWT(payload).encode();
      if (as === "hs256-by-public-key") {
        const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
        return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: key.kid, ...header }).sign(secret);
      }
      if (as === "rs512") {
        return new SignJWT(payload).setProtectedHeader({ alg: "RS512", kid: longer.kid }).sign(longer.privateKey);
      }
      const signer = as === undefined ? key : await makeKey("foreign");
      const brought = as === "key-brought-along" ? { jwk: signer.jwk, jku: "http://127.0.0.1:9/keys" } : {};
      const head = { alg: "RS256", typ: "JWT", kid: key.kid, ...brought, ...header };
      return new SignJWT(payload).setProtectedHeader(head).sign(signer.privateKey);
    },
    rotate: async () => {
      key = await makeKey(`key-${++made}`);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return issuer;
}

async function makeKey(kid: string, alg = "RS256"): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}
