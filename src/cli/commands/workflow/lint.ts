import type { Finding } from "../../../engine/lint/lint.ts";
import type { WorkflowProblem } from "../../../workflows/load.ts";
import { print, printJson, styled, type Style } from "../../support/output.ts";
import { shippedSkills, skillsIn } from "../../support/skills.ts";
import { allOrShipped, findSource } from "./source.ts";

interface Report {
  readonly workflow: string;
  readonly problem: WorkflowProblem | null;
  readonly findings: readonly Finding[];
}

const COLOURS: Readonly<Record<Finding["severity"], Style>> = { error: "red", warning: "yellow", note: "cyan" };

interface Options {
  readonly files: readonly string[];
  /** Folders of skills that somebody else provides. */
  readonly skills: readonly string[];
  readonly json: boolean;
}

export function lintWorkflows(options: Options): void {
  const skills = [...shippedSkills(), ...options.skills.flatMap(skillsIn)];
  const reports = allOrShipped(options.files).map((word) => lintOne(word, skills));
  if (options.json) printJson(reports);
  else for (const report of reports) print(describe(report));
  // A note is true of the workflow and no fault of it.
  const faults = reports.some((report) => report.problem || report.findings.some((found) => found.severity !== "note"));
  if (faults) process.exitCode = 1;
}

function lintOne(word: string, skills: readonly string[]): Report {
  const source = findSource(word, { skills });
  return { workflow: word, problem: "message" in source ? source : null, findings: source.findings };
}

function describe(report: Report): string {
  const name = styled(report.workflow, "bold");
  // A file that is no workflow at all has one problem and no findings.
  if (report.problem && report.findings.length === 0) {
    return `${name}: ${styled("error", "red")} ${report.problem.message}`;
  }
  if (report.findings.length === 0) return `${name}: nothing found`;
  const counts = (["error", "warning", "note"] as const)
    .map((severity) => [report.findings.filter((found) => found.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? "" : "s"}`);
  const lines = report.findings.map(
    (found) =>
      `  ${styled(found.severity.padEnd(7), COLOURS[found.severity])} ${found.reason} ${styled(`${found.pointer} ${found.code}`, "dim")}\n          ${found.suggestion}`,
  );
  return [`${name}: ${counts.join(", ")}`, ...lines].join("\n");
}
