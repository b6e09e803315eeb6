import { describe, expect, it } from "vitest";
import { networkOf, Proxies } from "./address.ts";

describe("the address behind proxies", () => {
  const proxies = new Proxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "unix"]);

  it.each([
    ["nobody trusted passed it on", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
    ["a trusted one did", "10.1.2.3", "198.51.100.7", "198.51.100.7"],
    ["two trusted ones did", "192.0.2.1", "198.51.100.7, 10.0.0.9", "198.51.100.7"],
    ["a client made up the first part", "10.1.2.3", "127.0.0.1, 198.51.100.7", "198.51.100.7"],
    ["a trusted one says nothing", "10.1.2.3", undefined, "10.1.2.3"],
    ["a trusted one says nonsense", "10.1.2.3", "unknown", "10.1.2.3"],
    ["nonsense comes before a trusted one", "10.1.2.3", "evil, 10.0.0.9", "10.0.0.9"],
    ["it came by the socket", "unix", "198.51.100.7", "198.51.100.7"],
    ["with ports", "10.1.2.3", "198.51.100.7:1234", "198.51.100.7"],
    ["over IPv6", "2001:db8::1", "[2001:4860::8888]:443", "2001:4860::8888"],
    ["all are trusted", "10.1.2.3", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
  ])("is right where %s", (_, peer, forwarded, address) => {
    expect(proxies.addressBehind(peer, forwarded)).toBe(address);
  });

  it("does not trust the socket where it was not named", () => {
    expect(new Proxies(["10.0.0.0/8"]).addressBehind("unix", "198.51.100.7")).toBe("unix");
  });

  it.each(["", "nginx", "10.0.0.0/33", "10.0.0.0/x", "10.0.0", "::/129", "10.0.0.1, 10.0.0.2"])(
    "takes no word for a proxy that is none: %j",
    (name) => {
      expect(() => new Proxies([name])).toThrow("is neither an address");
    },
  );
});

describe("a network", () => {
  it("of IPv6 is what one customer has, however it is written", () => {
    const same = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:1:2:3"].map(networkOf);
    expect(new Set(same)).toEqual(new Set(["2001:db8:1:2"]));
    expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("198.51.100.7")).toBe("198.51.100.7");
  });
});
