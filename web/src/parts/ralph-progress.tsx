// What a session is doing: its lamp and the name of its state.

import type { SessionActivity } from "../../../src/http/contract.ts";
import { useSession } from "../api/queries.ts";
import { capitalise } from "../lib/words.ts";
import { Lamp } from "./lamp.tsx";

export interface RalphProgressProps {
  readonly session: string;
  /** What is known of it already: then the server is not asked. */
  readonly known?: SessionActivity | null;
  readonly size?: "s" | "m" | "l";
}

export function RalphProgress({ session, known, size }: RalphProgressProps) {
  const query = useSession(session, !known);
  const shown = known ?? query.data?.session;
  if (query.isError && !shown) return <span className="progress faint">Unknown session</span>;
  if (!shown) return <span className="progress faint">Looking …</span>;
  const name = capitalise(shown.state);
  return (
    <span className="progress" data-session={session}>
      <Lamp state={name} indicator={shown.indicator} silent={shown.silent} {...(size === undefined ? {} : { size })} />
      <span>{shown.silent ? `${name}, silent` : name}</span>
    </span>
  );
}
