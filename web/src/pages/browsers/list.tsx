import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BrowsersAnswer } from "../../../../src/http/contract.ts";
import { keys } from "../../api/queries.ts";
import { sendBrowserEnd } from "../../api/send.ts";
import { forgetSession } from "../../api/session.ts";
import { useNow } from "../../lib/clock.ts";
import { showTime } from "../../lib/time.ts";
import { EmptyState, ErrorState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Table } from "../../parts/table.tsx";

const HEAD = ["Who", "Role", "Browser", "Since", "Last used", "From", <span className="vh">End</span>];

/** The browsers that are signed in: this one to sign out, and others to end. */
export function BrowserList({ browsers }: BrowsersAnswer) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: async ({ id, current }: BrowsersAnswer["browsers"][number]) => {
      await sendBrowserEnd(id);
      if (current) forgetSession();
      // Who has signed out is shown what everybody is.
      await client.invalidateQueries(current ? {} : { queryKey: keys.browsers });
    },
  });
  if (browsers.length === 0) return <EmptyState title="No browser is signed in." />;
  return (
    <div className="browser-table">
      {end.error && <ErrorState title="It is still signed in." error={end.error} />}
      <Table caption="Browsers that are signed in" head={HEAD}>
        {browsers.map((browser) => (
          <Row key={browser.id} browser={browser} busy={end.isPending} onEnd={() => end.mutate(browser)} />
        ))}
      </Table>
    </div>
  );
}

interface RowProps {
  readonly browser: BrowsersAnswer["browsers"][number];
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function Row({ browser, busy, onEnd }: RowProps) {
  const now = useNow(60_000);
  const { id, name, role, program, startedAt, seenAt, seenFrom, current } = browser;
  return (
    <tr data-browser={id}>
      <td>{name}</td>
      <td>{role}</td>
      <td>{current ? "this one" : program}</td>
      <td>{showTime(startedAt, now)}</td>
      <td>{showTime(seenAt, now)}</td>
      <td>{seenFrom}</td>
      <td>
        <Button small disabled={busy} onClick={onEnd}>
          Sign out
          <span className="vh">
            {" "}
            {name}, {id}
          </span>
        </Button>
      </td>
    </tr>
  );
}
