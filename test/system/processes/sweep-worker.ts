// One of several servers that end sessions at the same moment.

import { sweepSessions } from "../../../src/app/sessions/sweep.ts";
import { appOn, openStore, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";
import { meetBefore } from "./meeting.ts";
import { withoutGrace, type SweepResult } from "./sweep.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<{ readonly type: "sweep" | "go" }>();
const { board, meet, takeStale } = meetBefore(store, nextOrder);

await say({ type: "ready" });
await nextOrder();
meet();
const ended = await sweepSessions(withoutGrace(appOn(board)), setup.name);
await say({ ended, stale: takeStale() } satisfies SweepResult);
await store.close();
process.disconnect();
