// Names on GitHub. An App's has a suffix where it is asked who it is, and none where it is named as an author.

const SUFFIX = /\[bot\]$/;

export function isSameLogin(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Whether `login` is the App that we act as; a person that we act as is a person all the same. */
export function isOwnApp(login: string, viewer: string | null): boolean {
  return viewer !== null && SUFFIX.test(viewer) && isSameLogin(login, viewer);
}

function plain(login: string): string {
  return login.toLowerCase().replace(SUFFIX, "");
}
