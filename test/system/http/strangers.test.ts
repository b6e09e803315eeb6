import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, openHouse, type House } from "./house.ts";

let house: House;
let key: Record<string, string>;

beforeAll(async () => {
  house = await openHouse();
  key = bearer(await house.token("operator"));
});

afterAll(() => house.close());

describe("a name that leads here without being ours", () => {
  it.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "10.0.0.1",

    "a b",
  ])("is turned away on every path: %j", async (host) => {
    for (const path of ["/", "/api/board", "/api/events", "/mcp", "/healthz", "/open?code=x", "/metrics"]) {
      const { status } = await house.ask(path, { headers: { ...key, host } });
      expect([400, 403]).toContain(status);
    }
  });

  it("is let in where it was allowed, and needs a key there", async () => {
    const other = await openHouse({ allowHosts: ["board.example"] });
    try {
      const ask = (headers: Record<string, string>) => other.ask("/api/me", { headers });
      expect((await ask({ host: "board.example" })).status).toBe(401);
      expect((await ask({ host: "board.example", ...bearer(await other.token("viewer")) })).status).toBe(200);
      expect((await ask({ host: "other.example" })).status).toBe(403);
      expect((await ask({ host: "localhost" })).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it("does not look like this machine when somebody passes it on", async () => {
    for (const name of [
      "x-forwarded-for",
      "x-forwarded-proto",
      "X-Forwarded-Anything",
      "forwarded",
      "via",
      "x-real-ip",
    ]) {
      expect((await house.ask("/api/me", { headers: { [name]: "1.2.3.4" } })).status).toBe(401);
    }
    expect((await house.ask("/api/me", { headers: { "x-forward": "1.2.3.4" } })).status).toBe(200);
  });
});

describe("a page from elsewhere", () => {
  it.each(["https://evil.example", "null", "file://", "http://127.0.0.1.evil.example"])(
    "is turned away: %s",
    async (origin) => {
      for (const path of ["/api/board", "/mcp", "/api/events"]) {
        expect((await house.ask(path, { headers: { ...key, origin } })).status).toBe(403);
      }
    },
  );

  it("can't send a form: a body has to be JSON by its type", async () => {
    const headers = { ...key, "content-type": "text/plain" };
    const answer = await house.ask("/api/tickets", { text: '{"title":"One"}', headers });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: "invalid_content_type" } } });
  });
});

describe("a body that is no good", () => {
  it.each([
    ["half of one", '{"title":', 400, "invalid_json"],
    ["nothing", "", 400, "invalid_json"],
    ["a list", "[]", 400, "invalid_arguments"],
    ["null", "null", 400, "invalid_arguments"],
    ["a number for a title", '{"title":1}', 400, "invalid_arguments"],
    ["a field that is none", '{"title":"x","state":"Done"}', 400, "invalid_arguments"],
    ["a prototype", '{"__proto__":{"title":"x"}}', 400, "invalid_arguments"],
    ["100,000 lists in each other", `{"title":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400, "invalid_arguments"],
    ["a title that is too long", JSON.stringify({ title: "x".repeat(300) }), 400, "too_long"],
    ["a blank title", '{"title":" "}', 400, "blank_title"],
    ["NUL", '{"title":"a\\u0000b"}', 400, "unstorable_text"],
    ["a parent that is not there", '{"title":"x","parent":999}', 404, "ticket_not_found"],
    ["more than 1 MB", JSON.stringify({ title: "x".repeat(1024 * 1024) }), 413, "too_large"],
  ])("is refused: %s", async (_, text, status, code) => {
    const answer = await house.ask("/api/tickets", { text, headers: { ...key, "content-type": "application/json" } });
    expect(answer, answer.text.slice(0, 300)).toMatchObject({ status, json: { error: { code } } });
    expect(answer.text.length).toBeLessThan(2_000);
  });

  it("leaves nothing behind", async () => {
    expect((await house.ask("/api/tickets")).json).toEqual({ tickets: [], nextCursor: null });
  });
});

describe("a query that is no good", () => {
  it.each([
    "/api/tickets?limit=0",
    "/api/tickets?limit=x",
    "/api/tickets?state=Dona",
    "/api/tickets?nothing=1",
    "/api/stats?days=0",
    "/api/stats?days=1e9",
    "/api/ledger?after=-1",
    "/api/sessions?hours=1000000",
    "/api/events?after=x",
  ])("is refused: %s", async (path) => {
    expect((await house.ask(path)).status).toBe(400);
  });
});

describe("a path", () => {
  it.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "//etc/passwd",
    "/%00",
    "/assets/nothing.js",
    "/nothing.js",
    "/api/../secret.txt",
  ])("leads nowhere else: %s", async (path) => {
    const { status, text } = await house.ask(path, { headers: { accept: "*/*" } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain("a secret");
  });

  it.each(["/", "/tickets/12", "/runs/my.project/s.1", "/needs", "/workflow/ticket", "/%"])(
    "of the dashboard is answered by its one page: %s",
    async (path) => {
      const { status, text, headers } = await house.ask(path, { headers: { accept: "text/html" } });
      expect(status).toBe(200);
      expect(text).toContain("<title>Signalbox</title>");
      expect(headers["content-security-policy"]).toContain("script-src 'self'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["cache-control"]).toBe("no-cache");
    },
  );
});

describe("what is sent", () => {
  it("is packed where the browser takes it, and kept where its name says what is in it", async () => {
    const asset = await house.ask("/assets/index-1234.js", { headers: { "accept-encoding": "gzip" } });
    expect(asset.headers).toMatchObject({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const response = await fetch(`${house.url}/api/board`, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(await response.json()).toMatchObject({ name: "house", cards: [] });
  });

  it("is not sent again where the page is the same", async () => {
    const { etag } = (await house.ask("/")).headers;
    const again = await house.ask("/", { headers: { "if-none-match": String(etag) } });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  it("of the live stream is never packed: it would stay in the packer", async () => {
    const { headers } = await house.ask("/api/events", { headers: { "accept-encoding": "gzip" } });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-type"]).toContain("text/event-stream");
  });

  it("tells nothing but that the server is well, to whoever asks for that", async () => {
    expect((await house.ask("/healthz")).json).toEqual({ status: "ok" });
  });
});
