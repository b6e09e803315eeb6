import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";

describe("a PostgreSQL URL", () => {
  it.each(["p@ss", "a/b", "a?b", "a#b", "100%", "a:b", "ü", "a b", "a%zz", "@", "a@b/c?d#e", "5#x"])(
    "takes the password %j, written as it is and encoded",
    (password) => {
      for (const written of [password, encodeURIComponent(password)]) {
        const { urls, where } = readAddress(`postgres://me:${written}@db:5432/board?sslmode=require`);
        expect(urls).toEqual([`postgres://me:${encodeURIComponent(password)}@db:5432/board?sslmode=require`]);
        expect(new URL(urls[0] ?? "").hostname).toBe("db");
        expect(where).toBe("db:5432/board");
      }
    },
  );

  it("names several hosts, each with its port", () => {
    const { urls, where } = readAddress(
      "postgresql://me@one:5432,two,[::1]:6000/board?target_session_attrs=read-write",
    );
    expect(urls).toEqual(["postgres://me@one:5432/board", "postgres://me@two/board", "postgres://me@[::1]:6000/board"]);
    expect(where).toBe("one:5432,two,[::1]:6000/board");
  });

  it("keeps a socket, and what it asks connections for", () => {
    const address = readAddress("postgres:///board?host=/run/postgresql&options=-c%20geqo%3Doff");
    expect(address.urls).toEqual(["postgres:///board?host=%2Frun%2Fpostgresql"]);
    expect(address).toMatchObject({ where: "/run/postgresql/board", options: "-c geqo=off" });
  });

  it("is told apart from what is none", () => {
    expect(() => readAddress("mysql://db")).toThrow("no PostgreSQL URL");
  });
});
