export function RunsPage() {
  return <h1 className="page">Runs</h1>;
}

export function RunPage() {
  return <h1 className="page">Run</h1>;
}
