import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wordsFor } from "../../../src/cli/completion/words.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { bareEnv, PROGRAM, runProgramSync, type Ended } from "../../support/program.ts";

describe("words at the end of a command line", () => {
  const program = new Command("box");
  program
    .command("go")
    .option("--to <state>")
    .option("-f, --fast")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh"]))
    .argument("[files...]");
  program.command("secret", { hidden: true });
  program.command("pair").command("left");
  const vocabulary = { state: ["In Progress", "Done"], files: ["a.txt"] };
  const words = (...typed: string[]): readonly string[] => wordsFor(program, typed, vocabulary);

  it("are commands, and never hidden ones", () => {
    expect(words("")).toEqual(["go", "pair"]);
    expect(words("p")).toEqual(["pair"]);
    expect(words("pair", "")).toEqual(["left"]);
  });

  it("are flags that were not given yet", () => {
    expect(words("go", "-")).toEqual(["--to", "--fast", "--help"]);
    expect(words("go", "--fast", "--")).toEqual(["--to", "--help"]);
  });

  it("are the words that an option or an argument knows, whatever stands between", () => {
    expect(words("go", "--to", "")).toEqual(["In Progress", "Done"]);
    expect(words("go", "--to", "in")).toEqual(["In Progress"]);
    expect(words("go", "--to", "In\\ P")).toEqual(["In Progress"]);
    expect(words("go", "--to", '"In P')).toEqual(["In Progress"]);
    expect(words("go", "--to", "Done", "")).toEqual(["bash", "zsh"]);
    expect(words("go", "-f", "bash", "")).toEqual(["a.txt"]);
    expect(words("go", "bash", "a.txt", "")).toEqual(["a.txt"]);
  });

  it("are none where nothing is known", () => {
    expect(words("nonsense", "")).toEqual([]);
    expect(words("pair", "left", "")).toEqual([]);
  });
});

describe("signalbox completion", () => {
  let bin: string;

  beforeAll(() => {
    bin = mkdtempSync(join(tmpdir(), "signalbox-completion-"));
    const file = join(bin, "signalbox");
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(file, 0o755);
  });

  afterAll(() => rmSync(bin, { recursive: true }));

  it("lets a real bash complete commands, and states with a blank in them", () => {
    const asks = [["sess"], ["move", "3", "--to", "Plan"], ["ticket", "lis"]];
    const calls = asks.map(
      (words) =>
        `COMP_WORDS=(signalbox ${words.join(" ")}); COMP_CWORD=${words.length}; _signalbox; printf '[%s]' "\${COMPREPLY[@]}"; echo`,
    );
    const script = ['eval "$(signalbox completion bash)"', ...calls].join("\n");
    const { stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: bin,
      env: { PATH: `${bin}:${process.env["PATH"]}`, HOME: bin },
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual(["[sessions]", "[Plan\\ in\\ Progress][Plan\\ in\\ Review]", "[list]", ""]);
  });

  it.each(["zsh", "fish"])("prints a script for %s that asks the program", (shell) => {
    const { stdout, status } = signalbox("completion", shell);
    expect(status).toBe(0);
    expect(stdout).toContain("signalbox completion words --");
  });

  it("knows every state of the workflow, and other shells not at all", () => {
    const { stdout } = signalbox("completion", "words", "--", "move", "1", "--to", "");
    expect(stdout.trimEnd().split("\n")).toEqual([...shipped("ticket").states.keys()]);
    expect(signalbox("completion", "tcsh")).toMatchObject({ status: 2 });
  });

  function signalbox(...args: readonly string[]): Ended {
    return runProgramSync(args, { cwd: bin, env: bareEnv({ HOME: bin }) });
  }
});
