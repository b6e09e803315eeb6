import type { Row } from "./row.ts";
import { start } from "./rows/01-start.ts";
import { handoff } from "./rows/02-handoff.ts";
import { reads } from "./rows/03-reads.ts";
import { verbHandoff } from "./rows/04-verb-handoff.ts";
import { pick } from "./rows/05-pick.ts";
import { groups } from "./rows/06-groups.ts";
import { processes } from "./rows/07-processes.ts";
import { raceToLock } from "./rows/08-race.ts";
import { postgres } from "./rows/09-postgres.ts";
import { events } from "./rows/10-events.ts";
import { github } from "./rows/11-github.ts";
import { toolsList } from "./rows/12-tools-list.ts";
import { memory } from "./rows/13-memory.ts";
import { dashboard } from "./rows/14-dashboard.ts";
import { crowdOnOneFile } from "./rows/15-crowd.ts";
import { httpCrowd } from "./rows/16-http-crowd.ts";
import { idle } from "./rows/17-idle.ts";
import { drag } from "./rows/19-drag.ts";
import { search } from "./rows/20-search.ts";

export const ROWS: readonly Row[] = [
  start,
  handoff,
  reads,
  verbHandoff,
  pick,
  groups,
  processes,
  raceToLock,
  postgres,
  events,
  github,
  toolsList,
  memory,
  dashboard,
  crowdOnOneFile,
  httpCrowd,
  idle,
  drag,
  search,
];
