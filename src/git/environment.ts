// The environment of the processes that look at a repository, or run its checks. What a caller's shell, a repository or a
// user's configuration says must not change what git answers.

import { devNull } from "node:os";

/** Variables that hold a key of ours, or of a tracker: no check of a repository is to read them. */
const OUR_KEYS =
  /^(SIGNALBOX_.*|GH_TOKEN|GITHUB_TOKEN|GH_ENTERPRISE_TOKEN|GITHUB_ENTERPRISE_TOKEN|ACTIONS_.*TOKEN.*)$/i;

/** Whatever the variable is called: an App's private key may stand in one of any name. */
const A_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Any of git's own variables can lead it to another repository, index, config or program. */
const GITS_OWN = /^GIT_/i;

/** For git, when we ask it something. */
export function gitEnvironment(env: NodeJS.ProcessEnv, withUserConfig = false): NodeJS.ProcessEnv {
  return {
    ...withoutKeys(env),
    // A replace ref, a graft or a shallow file shows other parents and other files under the same hash.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: devNull,
    GIT_SHALLOW_FILE: devNull,
    // `insteadOf` leads a URL elsewhere, and an alias, a filter or a hook is somebody's program.
    ...(withUserConfig ? {} : { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull }),
    GIT_ATTR_NOSYSTEM: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    // Nobody is there to answer.
    GIT_TERMINAL_PROMPT: "0",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    LC_ALL: "C",
  };
}

/** For a check of a repository: what it needs to run, without keys of ours and without git's variables. */
export function checkEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...withoutKeys(env),
    // Runners that would wait for a person, or watch files for ever, end instead.
    CI: env["CI"] ?? "true",
  };
}

function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = ""]) => !GITS_OWN.test(name) && !OUR_KEYS.test(name) && !A_KEY.test(value),
    ),
  );
}
