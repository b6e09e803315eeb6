export function StatsPage() {
  return <h1 className="page">Stats</h1>;
}
