export function TicketDrawer(_props: {
  readonly ticket: string;
  readonly workflow: unknown;
  readonly onClose: () => void;
}) {
  return null;
}
