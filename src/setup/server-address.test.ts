import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAddress, leaveAddress, takeAddressAway } from "./server-address.ts";

let folder: string;
let database: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-address-"));
  database = join(folder, "board.db");
  file = `${database}.server`;
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("where a board's server is", () => {
  it("is found until it ends, in a file for its owner's eyes, whatever was there before", () => {
    writeFileSync(join(folder, "precious"), "precious");
    symlinkSync(join(folder, "precious"), file);
    leaveAddress(database, "http://192.168.1.7:4747");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("precious");
    expect(findAddress(database)).toBe("http://192.168.1.7:4747");
    takeAddressAway(database, "http://192.168.1.7:4747");
    expect(findAddress(database)).toBeNull();
  });

  it("is not believed of a file that came with a folder, unless it leads to this machine", () => {
    writeFileSync(file, "http://evil.example:80\n");
    chmodSync(file, 0o644);
    expect(findAddress(database)).toBeNull();
    for (const address of ["http://127.0.0.1:5000", "http://[::1]:5000", "http://localhost:5000"]) {
      writeFileSync(file, `${address}\n`);
      expect(findAddress(database)).toBe(address);
    }
    for (const address of ["http://127.0.0.1:5000@evil.example", "http://localhost.evil.example:80"]) {
      writeFileSync(file, `${address}\n`);
      expect(findAddress(database)).toBeNull();
    }
  });
});
