// What must not be left behind, even where somebody ends all of it with Ctrl-C: then there is no time for anything but this.

const removers = new Set<() => void>();

process.on("exit", () => {
  for (const remove of removers) remove();
});

/** What comes back is to be called once it was removed in another way, or is to stay. */
export function removeAtExit(remove: () => void): () => void {
  removers.add(remove);
  return () => removers.delete(remove);
}

/** A signal alone would end this process without a word to the processes that it has started. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
}
