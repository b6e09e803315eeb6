import { useParams } from "wouter";
import { unescapeName } from "../../lib/words.ts";
import { RunList } from "./list.tsx";
import { Run } from "./run.tsx";

export function RunsPage() {
  return <RunList />;
}

export function RunPage() {
  const { project, session } = useParams<{ project: string; session: string }>();
  return <Run project={unescapeName(project)} session={unescapeName(session)} />;
}
