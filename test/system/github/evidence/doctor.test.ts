// What `doctor` says of evidence on GitHub: what the token lacks, and whether the merge lock binds.

import { expect, it } from "vitest";
import { examine, patientOf } from "../../../../src/github/setup/doctor.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";
import { startBoard, TOKEN } from "../../../support/github/board.ts";
import { HEAD } from "../../../support/worlds/proof.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";

async function start() {
  const board = await startBoard();
  const { github, repository } = board;
  github.pulls.check(github.pulls.openWithoutIssue(repository, { head: HEAD }), passed("test"));
  const patient = patientOf({ owner: "acme", repo: "shop", project: 7, projectOwner: "acme", projectToken: TOKEN });
  const look = async () => {
    const findings = await examine(board.client(), patient, shipped("ticket-proof").workflow);
    return findings.filter(({ check }) => check === "evidence" || check === "merge lock");
  };
  return { ...board, look };
}

it.for([
  [["checks"], /lacks the permissions "Checks" and "Commit statuses"/],
  [["pull requests"], /lacks the permission "Pull requests"/],
] as const)("says what a token without %s lacks", async ([lacks, words]) => {
  const { look, github } = await start();
  github.addToken({ token: TOKEN, login: "octo", lacks });
  const [evidence] = await look();
  expect(evidence).toMatchObject({ check: "evidence", ok: false });
  expect(evidence?.what).toMatch(words);
});

it.for([
  ["where no rule asks for it", [], /advisory: no rule of main/],
  ["where anybody may set it", [{ context: "signalbox/ticket", app: null }], /advisory: main asks for .* from anybody/],
  ["where a rule names who sets it", [{ context: "signalbox/ticket", app: "signalbox" }], /binds: main asks for/],
] as const)("says what the merge lock is %s", async ([, required, words]) => {
  const { look, repository } = await start();
  repository.rules.required = required;
  const [evidence, lock] = await look();
  expect(evidence).toMatchObject({ ok: true });
  expect(lock?.what).toMatch(words);
});
