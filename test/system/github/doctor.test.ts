import { describe, expect, it } from "vitest";
import { examine, patientOf, type GitHubDiagnosis } from "../../../src/github/setup/doctor.ts";
import type { GitHubClient } from "../../../src/github/client/client.ts";
import { TICKET } from "../../support/engine/situation.ts";
import { startBoard, TOKEN } from "../../support/github/board.ts";
import type { Token } from "../../support/github/fake/viewer.ts";

const FINE_GRAINED = "github_pat_0123456789abcdefghij_ABCDEFGHIJ";

async function start() {
  const board = await startBoard();
  const look = async (
    settings: Partial<Parameters<typeof patientOf>[0]> = {},
    tokens = { repository: TOKEN, project: TOKEN },
  ): Promise<readonly GitHubDiagnosis[]> => {
    const given = { owner: "acme", repo: "shop", project: 7, projectOwner: "acme", projectToken: tokens.project };
    return examine(board.client({ tokens }), patientOf({ ...given, ...settings }), TICKET.workflow);
  };
  const setToken = (token: Partial<Token>): void => board.github.addToken({ token: TOKEN, login: "octo", ...token });
  return { ...board, look, setToken };
}

/** What is wrong, and the command that mends it. */
function wrong(findings: readonly GitHubDiagnosis[]) {
  return findings.filter(({ ok }) => !ok).map(({ check, fix }) => [check, fix]);
}

describe("the doctor", () => {
  it("finds nothing wrong with a board that is ready", async () => {
    const { look } = await start();
    const findings = await look();
    expect(findings.map(({ check, ok }) => [check, ok])).toEqual([
      ["token", true],
      ["scopes", true],
      ["repository", true],
      ["project", true],
      ["handoff", true],
      ["fields", true],
    ]);
    expect(findings.every(({ fix }) => fix === null)).toBe(true);
  });

  it("says that there is no token, or a wrong one", async () => {
    const { look, github } = await start();
    const patient = patientOf({ owner: "acme", repo: "shop", project: 7, projectOwner: "acme", projectToken: "" });
    const login = [["token", "gh auth login --scopes project,repo"]];
    expect(wrong(await examine(null, patient, TICKET.workflow))).toEqual(login);
    github.revokeToken(TOKEN);
    expect(wrong(await look())).toEqual(login);
  });

  it("says that GitHub can't be reached", async () => {
    const { github, client } = await startBoard();
    const ours: GitHubClient = client();
    await github.close();
    const patient = patientOf({ owner: "acme", repo: "shop", project: 7, projectOwner: "acme", projectToken: TOKEN });
    expect(await examine(ours, patient, TICKET.workflow)).toMatchObject([
      { check: "token", ok: false, what: expect.stringContaining("could not be reached") },
    ]);
  });

  it("names the scopes that gh's token lacks", async () => {
    const { look, setToken } = await start();
    setToken({ scopes: ["gist", "read:org", "repo"] });
    const findings = await look();
    expect(wrong(findings)).toEqual([
      ["scopes", "gh auth refresh --scopes project,repo"],
      ["project", "gh auth refresh --scopes project,repo"],
    ]);
    expect(findings.find(({ check }) => check === "scopes")?.what).toBe("The token lacks the scope project.");
  });

  it("sees that reading projects is not enough", async () => {
    const { look, setToken } = await start();
    setToken({ scopes: ["repo", "read:project"] });
    expect(wrong(await look())).toEqual([["scopes", "gh auth refresh --scopes project,repo"]]);
  });

  it("takes a token without scopes by what it can do", async () => {
    const { look, github } = await start();
    github.addProject("octo", 3);
    github.addToken({ token: FINE_GRAINED, login: "octo", kind: "fine-grained" });
    const tokens = { repository: FINE_GRAINED, project: FINE_GRAINED };
    expect(wrong(await look({}, tokens))).toEqual([]);
    const users = await look({ projectOwner: "octo", project: 3 }, tokens);
    expect(wrong(users)).toEqual([["project", expect.stringContaining("export SIGNALBOX_GITHUB_PROJECT_TOKEN=")]]);
    expect(users.at(-1)?.what).toContain("Fine-grained tokens can't reach projects of users");
    // Another token for projects is the way out.
    const two = await look({ projectOwner: "octo", project: 3 }, { repository: FINE_GRAINED, project: TOKEN });
    expect(wrong(two).every(([check]) => check === "fields")).toBe(true);
  });

  it("knows an installation's token that sees no project", async () => {
    const { look, github } = await start();
    const app = "ghs_0123456789abcdefghijABCDEFGHIJ012345";
    github.addToken({ token: app, login: "octo", kind: "app" });
    const tokens = { repository: app, project: app };
    const findings = await look({ project: 99 }, tokens);
    expect(findings.at(-1)?.what).toContain("an installation token of a GitHub App");
  });

  it.each([
    ["is not there", { repo: "none" }, "gh repo view acme/none"],
    ["is archived", { repo: "old" }, "gh repo unarchive acme/old --yes"],
    ["has no issues", { repo: "docs" }, "gh repo edit acme/docs --enable-issues"],
  ])("says that the repository %s", async (_, settings, fix) => {
    const { look, github } = await start();
    github.addRepository("acme", "old").archived = true;
    github.addRepository("acme", "docs").issuesEnabled = false;
    expect(wrong(await look(settings))).toEqual([["repository", fix]]);
  });

  it("says that the token only reads", async () => {
    const { look, setToken } = await start();
    setToken({ mayWrite: false });
    expect(wrong(await look())).toEqual([
      ["repository", "gh api --method PUT repos/acme/shop/collaborators/octo --field permission=push"],
      ["project", expect.stringContaining("gh auth refresh")],
    ]);
  });

  it("says that the project is not there, or closed", async () => {
    const { look, project } = await start();
    expect(wrong(await look({ project: 99 }))).toEqual([["project", "gh project list --owner acme"]]);
    project.closed = true;
    expect(wrong(await look())).toEqual([["project", "gh project close 7 --owner acme --undo"]]);
  });

  it("says which fields and options are missing, and which are of the wrong type", async () => {
    const { look, github } = await start();
    const other = github.addProject("acme", 8);
    github.addTextField(other, "Priority");
    github.addField(other, "Estimate", ["Sunny"]);
    const findings = await look({ project: 8 });
    const init = "signalbox init --github acme/8";
    expect(wrong(findings)).toEqual([
      ["fields", expect.stringContaining("gh api graphql")],
      ["fields", init],
      ["fields", init],
    ]);
    expect(findings.at(-1)?.what).toBe('Still to do: Add XS, S, M, L, XL to the field "Estimate"; its 1 options stay.');
  });
});
