import { expect, it } from "vitest";
import { endpointsOf } from "./endpoints.ts";

it.each([
  [undefined, "https://api.github.com/graphql", "https://api.github.com"],
  ["https://api.github.com/", "https://api.github.com/graphql", "https://api.github.com"],
  ["https://api.github.com/graphql", "https://api.github.com/graphql", "https://api.github.com"],
  ["https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql", "https://api.acme.ghe.com"],
  ["https://git.acme.com/api/v3", "https://git.acme.com/api/graphql", "https://git.acme.com/api/v3"],
  ["https://git.acme.com/api/v3/", "https://git.acme.com/api/graphql", "https://git.acme.com/api/v3"],
  ["https://git.acme.com/api/graphql", "https://git.acme.com/api/graphql", "https://git.acme.com/api/v3"],
  ["https://git.acme.com/api", "https://git.acme.com/api/graphql", "https://git.acme.com/api/v3"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080/graphql", "http://127.0.0.1:8080"],
  ["http://localhost:1/x/api/v3", "http://localhost:1/x/api/graphql", "http://localhost:1/x/api/v3"],
])("finds both interfaces from %s", (url, graphql, rest) => {
  expect(endpointsOf(url)).toEqual({ graphql, rest });
});

it.each(["github.com", "ftp://github.com", "", "http://github.example.com", "http://127.0.0.1.example.com"])(
  "refuses %j",
  (url) => {
    expect(() => endpointsOf(url)).toThrow(expect.objectContaining({ code: "github_settings" }));
  },
);
