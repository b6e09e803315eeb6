// Which address shows which page. Every page but the board is fetched when it is opened.

import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { BoardPage } from "./pages/board/page.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";

const TicketPage = lazy(async () => ({ default: (await import("./pages/ticket/page.tsx")).TicketPage }));
const NeedsPage = lazy(async () => ({ default: (await import("./pages/needs/page.tsx")).NeedsPage }));
const AgentsPage = lazy(async () => ({ default: (await import("./pages/agents/page.tsx")).AgentsPage }));
const SessionsPage = lazy(async () => ({ default: (await import("./pages/sessions/page.tsx")).SessionsPage }));
const SessionPage = lazy(async () => ({ default: (await import("./pages/session/page.tsx")).SessionPage }));
const RunsPage = lazy(async () => ({ default: (await import("./pages/runs/page.tsx")).RunsPage }));
const RunPage = lazy(async () => ({ default: (await import("./pages/runs/page.tsx")).RunPage }));
const LedgerPage = lazy(async () => ({ default: (await import("./pages/ledger/page.tsx")).LedgerPage }));
const WorkflowPage = lazy(async () => ({ default: (await import("./pages/workflow/page.tsx")).WorkflowPage }));
const BrowsersPage = lazy(async () => ({ default: (await import("./pages/browsers/page.tsx")).BrowsersPage }));
const PeoplePage = lazy(async () => ({ default: (await import("./pages/people/page.tsx")).PeoplePage }));
const StatsPage = lazy(async () => ({ default: (await import("./pages/stats/page.tsx")).StatsPage }));

export function App() {
  return (
    <Shell>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/" component={BoardPage} />
          <Route path="/ticket/:key" component={TicketPage} />
          <Route path="/needs" component={NeedsPage} />
          <Route path="/agents" component={AgentsPage} />
          <Route path="/sessions" component={SessionsPage} />
          <Route path="/sessions/:id" component={SessionPage} />
          <Route path="/runs" component={RunsPage} />
          <Route path="/runs/:project/:session" component={RunPage} />
          <Route path="/ledger" component={LedgerPage} />
          <Route path="/workflow/:name?" component={WorkflowPage} />
          <Route path="/browsers" component={BrowsersPage} />
          <Route path="/people" component={PeoplePage} />
          <Route path="/stats" component={StatsPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  );
}
