// How people are told of what only agents do: have the agent do it.

import type { AgentsAct } from "../acts.ts";
import { listed, quote } from "../words.ts";
import type { Named } from "./tell.ts";

const BY_AGENT = "through the run's agent";

export function nameForPeople(act: AgentsAct): Named {
  switch (act.type) {
    case "open_session":
      return { name: "an agent", by: "through an agent" };
    case "report_session":
      return act.state === null
        ? { name: "the report", by: "in a report of its agent" }
        : { name: "its agent reports it" };
    case "end_session":
      return act.outcomes === null
        ? { name: "the end of the session", by: "through its agent" }
        : { name: endedAs(act.outcomes), by: endedAs(act.outcomes) };
    case "begin_run":
      return {
        name: act.skill === null ? "through an agent" : `have an agent complete ${quote(act.skill)} in a new session`,
      };
    case "complete_skill": {
      const asked = `have the run's agent complete the skill ${quote(act.skill)}`;
      return { name: asked, do: asked };
    }
    case "change_run":
      return {
        name: BY_AGENT,
        by: BY_AGENT,
        do: act.example === undefined ? "have an agent begin it" : `have the run's agent change its ${act.part}`,
      };
    case "set_task": {
      const { task, status, reason } = act;
      if (task === null || status === null) return { name: BY_AGENT, by: BY_AGENT, do: "retry" };
      const why = reason === undefined ? "" : `, with a reason ${reason}`.trimEnd();
      const asked = `have the run's agent set ${quote(task)} to "${status}"${why}`;
      return { name: asked, by: `${BY_AGENT}${why}`, do: asked };
    }
  }
}

function endedAs(outcomes: readonly string[]): string {
  return `as ${listed(outcomes.map((outcome) => `"${outcome}"`)) || "none"}, by its agent`;
}
