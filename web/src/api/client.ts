// One door to the server: JSON in, JSON out, and every failure says what to do about it.

import type { ApiError as ErrorAnswer } from "../../../src/http/contract.ts";
import { forgetSession, HEADER, sessionHeader } from "./session.ts";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly recovery: string;

  constructor(status: number, code: string, message: string, recovery: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.recovery = recovery;
  }
}

export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  return answer<T>(await reach(path, { signal, headers: { accept: "application/json" } }));
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
  return sendJson<T>("POST", path, body);
}

export async function sendJson<T>(method: "POST" | "PUT" | "PATCH", path: string, body: unknown): Promise<T> {
  return answer<T>(
    await reach(path, {
      method,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export async function getFile(path: string): Promise<{ readonly name: string; readonly content: Blob }> {
  const response = await reach(path, { headers: {} });
  if (!response.ok) return answer(response);
  const [, name = "export"] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name: decodeURIComponent(name), content: await response.blob() };
}

export async function sendDelete<T>(path: string): Promise<T> {
  return answer<T>(await reach(path, { method: "DELETE", headers: { accept: "application/json" } }));
}

type Asked = Omit<RequestInit, "headers"> & { readonly headers: Readonly<Record<string, string>> };

/**
 * With what shows who this browser is, read anew each time: another window may have signed in. Where that has ended it is
 * forgotten, and the page goes on as anybody's.
 */
export async function ask(path: string, init: Asked): Promise<Response> {
  const send = (): Promise<Response> =>
    fetch(path, { credentials: "omit", ...init, headers: { ...init.headers, ...sessionHeader() } });
  const response = await send();
  if (response.status !== 401 || response.headers.get(HEADER) !== "ended") return response;
  forgetSession();
  return send();
}

/** Makes a repeated request harmless. Not crypto.randomUUID: over plain HTTP on a network it does not exist. */
export function freshRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function reach(path: string, init: Asked): Promise<Response> {
  try {
    return await ask(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(
      0,
      "unreachable",
      "The server does not answer.",
      "Check that `signalbox serve` is running, then try again.",
    );
  }
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text();
  const data = parse(text);
  if (response.ok && data !== undefined) return data as T;
  const error = errorOf(data);
  throw new ApiError(
    response.status,
    error?.code ?? "unexpected_answer",
    error?.message ?? `The server answered ${response.status}, with something that this page can’t read.`,
    error?.recovery ?? "Load the page again. If that does not help, look into the server's log.",
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(data: unknown): ErrorAnswer["error"] | undefined {
  if (typeof data !== "object" || data === null || !("error" in data)) return undefined;
  return (data as ErrorAnswer).error;
}
