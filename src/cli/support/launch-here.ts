// How clients start this very program from a folder.

import packageJson from "../../../package.json" with { type: "json" };
import { launchIn, type Launch } from "../../setup/clients/launch.ts";
import { packageRoot } from "./package-root.ts";

export function launchHere(folder: string): Launch {
  return launchIn(folder, { root: packageRoot(), version: packageJson.version, env: process.env });
}
