export function TicketPage() {
  return <h1 className="page">Ticket</h1>;
}
