// Names of projects may have slashes, so that an address carries them escaped.

export function runHref(run: { readonly project: string; readonly session: string }): string {
  return `/runs/${encodeURIComponent(run.project)}/${encodeURIComponent(run.session)}`;
}
