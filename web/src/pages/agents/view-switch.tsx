import { useLocation } from "wouter";
import { Segmented } from "../../parts/controls.tsx";

const VIEWS = [
  { value: "/agents", label: "By agent" },
  { value: "/sessions", label: "By session" },
];

/** The same agents, seen by what each does, or by each of their sessions. */
export function ViewSwitch({ current }: { readonly current: string }) {
  const [, navigate] = useLocation();
  return <Segmented label="How agents are shown" value={current} options={VIEWS} onChange={(path) => navigate(path)} />;
}
