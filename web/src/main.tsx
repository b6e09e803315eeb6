import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { makeQueryClient } from "./api/queries.ts";
import { watchSession } from "./api/session.ts";
import { signInByLink } from "./api/sign-in.ts";
import { App } from "./app.tsx";
import { LinkRefused } from "./shell/link-refused.tsx";
import { applyTheme } from "./theme/theme.ts";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./parts/lamp.css";
import "./parts/controls.css";
import "./parts/surfaces.css";
import "./parts/markdown.css";

applyTheme();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const client = makeQueryClient();
watchSession(() => void client.invalidateQueries());
const refused = location.pathname === "/open" ? await signInByLink() : null;
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>{refused ? <LinkRefused error={refused} /> : <App />}</QueryClientProvider>
  </StrictMode>,
);
