// The name that SIGNALBOX_AGENT gives to an agent or a script.

import { refuseChosenName } from "../../engine/names.ts";
import type { Settings } from "../../setup/settings.ts";
import { CliError } from "./output.ts";

/** Under another name than it was given it would act as somebody else; so it does not start. */
export async function demandFitName({ agent }: Settings): Promise<void> {
  const refusal = agent === undefined ? null : refuseChosenName("SIGNALBOX_AGENT", agent);
  if (!refusal) return;
  const { tell } = await import("../../engine/surfaces/tell.ts");
  const { what, recovery } = tell(refusal, "cli");
  throw new CliError(`${what} Nothing was started: ${recovery}`);
}
