// One who conducts, by the skills `hero` and `team`: asks for the position, hands out what is next, closes what is finished.

import type { Hall, Log } from "./log.ts";
import type { Line } from "./line.ts";

interface Position {
  readonly next: readonly {
    readonly number: number;
    readonly command: string;
    readonly intent?: string;
    readonly to_state?: string;
  }[];
  readonly complete: boolean;
}

const OWN = "ralph_hero";
const PLANNER = "ralph_plan";
const MEETING_POINT = "Ready for Plan";

/** Whether there was anything to hand out or to close. */
export async function conduct(line: Line, roots: readonly number[], hall: Hall, log: Log): Promise<boolean> {
  let acted = false;
  for (const root of roots) {
    const { next } = (await ask(line, "detect_pipeline_position", { number: root })) as unknown as Position;
    for (const { number, command, ...how } of next) {
      if (command === OWN) {
        const { intent, to_state } = how;
        const call = { number, command, reason: "All its parts have ended.", ...(intent ? { intent } : { to_state }) };
        const answer = await line.call("handoff_ticket", call);
        if (answer.isError) log.refused(`hero: ${String(answer.structuredContent["code"])}`);
        else log.count("closed");
        acted = true;
      } else if (command !== PLANNER || (await mayPlan(line, number))) {
        if (hall.post({ command: command.replace("ralph_", ""), number })) acted = true;
      }
    }
  }
  return acted;
}

async function mayPlan(line: Line, number: number): Promise<boolean> {
  const answer = await ask(line, "check_convergence", { number, targetState: MEETING_POINT });
  return answer["recommendation"] === "proceed";
}

async function ask(line: Line, tool: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await line.call(tool, args);
  if (answer.isError) throw new Error(`${tool} was refused: ${answer.content[0]?.text}`);
  return answer.structuredContent;
}
