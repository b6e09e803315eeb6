// Loaded before the launcher: makes this Node look old, but not the one that the launcher starts in its place.
if (!process.env.SIGNALBOX_RESTARTED) {
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
}
