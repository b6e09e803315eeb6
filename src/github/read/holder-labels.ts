// Labels that say who holds a ticket: Signalbox writes them and takes them away, so that they are none of the ticket's own.

const PREFIX = "held by: ";
/** GitHub takes no longer ones. */
const LONGEST = 50;

interface Label {
  readonly id: string;
  readonly name: string;
}

export function holderLabel(holder: string): string {
  return `${PREFIX}${holder}`.slice(0, LONGEST);
}

/** What the issue bears, told apart. */
export function splitLabels(all: readonly Label[]): {
  readonly labels: readonly Label[];
  readonly held: readonly Label[];
} {
  const isHeld = ({ name }: Label): boolean => name.startsWith(PREFIX);
  return { labels: all.filter((label) => !isHeld(label)), held: all.filter(isHeld) };
}
