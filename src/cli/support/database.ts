// Which database: the one that was named, else the project's own. That lies inside git's folder, the one that all
// worktrees share: agents in several worktrees work on one board, and git neither lists nor cleans it away.

import { join, resolve } from "node:path";
import type { Settings } from "../../setup/settings.ts";
import { commonGitFolder } from "../../setup/trust/git-folder.ts";
import { demandTrust } from "../../setup/trust/untrusted.ts";
import { isPostgres } from "../../store/open.ts";

export interface DatabasePlace {
  readonly database: string;
  /** Nobody has named it: it is the project's own, in a folder that is ours alone. */
  readonly own: boolean;
}

/** `flag`: what the command line says. Throws where the project's settings lead elsewhere and nobody has trusted them. */
export function placeOf(settings: Settings, flag: string | undefined, folder: string = process.cwd()): DatabasePlace {
  demandTrust(settings, { database: flag });
  return placeNamed(flag ?? settings.database, folder);
}

/** For who has looked into the settings' trust already. */
export function placeNamed(named: string | undefined, folder: string): DatabasePlace {
  if (named === undefined) return { database: ownDatabase(folder), own: true };
  // A client may have started a hook anywhere.
  const isHere = isPostgres(named) || folder === process.cwd();
  return { database: isHere ? named : resolve(folder, named), own: false };
}

/** Of the project, wherever its board may be. */
export function ownDatabase(folder: string): string {
  const git = commonGitFolder(folder);
  return git === null ? join(folder, ".signalbox", "board.db") : join(git, "signalbox", "board.db");
}
