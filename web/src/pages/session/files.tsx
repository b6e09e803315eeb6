import type { SessionStepView } from "../../../../src/http/contract.ts";
import { Panel } from "../../parts/panel.tsx";
import { filesIn } from "./metadata.tsx";

const MOST = 200;

/** Every file that was reported, and how often. */
export function Files({ steps }: { readonly steps: readonly SessionStepView[] }) {
  const times = new Map<string, number>();
  for (const { metadata } of steps) {
    for (const file of new Set(filesIn(metadata))) times.set(file, (times.get(file) ?? 0) + 1);
  }
  if (times.size === 0) return null;
  const files = [...times].slice(0, MOST);
  return (
    <Panel title="Files" note={times.size > MOST ? `${MOST} of ${times.size} reported` : `${times.size} reported`}>
      <ul className="session-files">
        {files.map(([file, many]) => (
          <li key={file}>
            <span className="mono">
              {file.slice(0, file.lastIndexOf("/") + 1)}
              <b>{file.slice(file.lastIndexOf("/") + 1)}</b>
            </span>
            <span>{many === 1 ? "once" : many === 2 ? "twice" : `${many} times`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
