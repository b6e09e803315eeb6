export function SessionsPage() {
  return <h1 className="page">Sessions</h1>;
}
