import { expect, it } from "vitest";
import { browserOpener } from "../../../src/demo/dashboard.ts";
import { runProgramSync } from "../../support/program.ts";

it.each([
  ["--agents", "0"],
  ["--agents", "25"],
  ["--speed", "warp"],
  ["--seed", "x"],
  ["--port", "65536"],
  ["--for", "0s"],
  ["--for", "soon"],
])("starts nothing with %s %s", (flag, value) => {
  const { status, stdout, stderr } = runProgramSync(["demo", "--headless", flag, value]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(flag);
});

it("opens a browser where there is a desktop, and nowhere else", () => {
  expect(browserOpener({}, "linux")).toBeNull();
  expect(browserOpener({ DISPLAY: ":0" }, "linux")).toEqual(["xdg-open"]);
  expect(browserOpener({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toEqual(["xdg-open"]);
  expect(browserOpener({ DISPLAY: ":0", CI: "true" }, "linux")).toBeNull();
  expect(browserOpener({ SSH_CONNECTION: "a b" }, "darwin")).toBeNull();
  expect(browserOpener({}, "darwin")).toEqual(["open"]);
  expect(browserOpener({}, "win32")).toEqual(["cmd", "/c", "start", ""]);
});
