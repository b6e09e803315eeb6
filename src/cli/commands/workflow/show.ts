import { printJson } from "../../support/output.ts";
import { needSource } from "./source.ts";

export function showWorkflow(options: { file: string }): void {
  printJson(needSource(options.file).machine.workflow);
}
