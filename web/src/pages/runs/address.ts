// Names of projects may have slashes, so that an address carries them escaped.

export function runHref(run: { readonly project: string; readonly session: string }): string {
  return `/runs/${encodeURIComponent(run.project)}/${encodeURIComponent(run.session)}`;
}

/** The router undoes most of the escaping, but not that of slashes. */
export function unescapeName(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    // A lone percent sign is part of a name, and was unescaped already.
    return part ?? "";
  }
}
