// The browsers that are signed in, for somebody who sees only their own.

import { useBrowsers } from "../../api/queries.ts";
import { useTitle } from "../../lib/title.ts";
import { Answered } from "../../parts/answers.tsx";
import { BrowserList } from "./list.tsx";

export function BrowsersPage() {
  useTitle("Browsers");
  const query = useBrowsers();
  return (
    <div className="page">
      <h1>Browsers</h1>
      <p className="dim">
        Each is signed out after 12 hours without use, and after 30 days. To sign in, run “signalbox open”.
      </p>
      <Answered query={query} what="The browsers">
        {({ browsers }) => <BrowserList browsers={browsers} />}
      </Answered>
    </div>
  );
}
