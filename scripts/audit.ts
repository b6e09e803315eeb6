// `npm run audit`: is there anything known against the packages that we use? Ends with 0 where nothing is, with 1 where
// something is, and with 2 where the registry did not say: then nobody knows, and it must not look like a yes.
// `--shipped`: only packages that are in dist/, as its SBOM lists them. The others are tools of those who work on this.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const SBOM = join(ROOT, "dist", "sbom.cdx.json");

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
}

interface Finding {
  readonly name: string;
  /** A text names the package through which it comes. */
  readonly via: readonly (Advisory | string)[];
}

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

const { values } = parseArgs({ options: { shipped: { type: "boolean", default: false } } });
process.exitCode = audit(values.shipped);

function audit(shippedOnly: boolean): 0 | 1 | 2 {
  const unsealed = withoutDigest();
  for (const path of unsealed)
    console.error(`${path}: package-lock.json has no digest, so that npm takes any content.`);
  if (!existsSync(SBOM)) {
    console.error("dist/sbom.cdx.json is missing, which says what is shipped: run npm run build.");
    return 2;
  }
  const findings = askRegistry();
  if (findings === null) return unsealed.length > 0 ? 1 : 2;
  const shipped = shippedNames();
  const known = findings.flatMap(({ name, via }) =>
    via.flatMap((each) => (typeof each === "string" ? [] : [{ ...each, name, isShipped: shipped.has(name) }])),
  );
  const counted = known.filter(({ isShipped }) => isShipped || !shippedOnly);
  for (const { name, isShipped, severity, title, url } of counted) {
    console.error(`${name} (${isShipped ? "shipped" : "a tool"}), ${severity}: ${title}. ${url}`);
  }
  if (counted.length + unsealed.length > 0) return 1;
  console.log(shippedOnly ? "Nothing is known against what is shipped." : "Nothing is known against any package.");
  return 0;
}

/** null: it did not answer. */
function askRegistry(): readonly Finding[] | null {
  // Everything is a development dependency, which npm leaves out where NODE_ENV says "production".
  const { stdout, stderr } = spawnSync("npm", ["audit", "--json", "--package-lock-only", "--include", "dev"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  const answer = parsed(stdout);
  if (answer?.vulnerabilities) return Object.values(answer.vulnerabilities);
  console.error(`The registry did not say whether anything is known: ${answer?.message ?? stderr.trim()}`);
  return null;
}

function parsed(text: string): { vulnerabilities?: Record<string, Finding>; message?: string } | null {
  try {
    return JSON.parse(text) as { vulnerabilities?: Record<string, Finding>; message?: string };
  } catch {
    // npm failed before it had anything to say in JSON; its words are on stderr.
    return null;
  }
}

function shippedNames(): ReadonlySet<string> {
  const { components } = JSON.parse(readFileSync(SBOM, "utf8")) as { components: readonly { name: string }[] };
  return new Set(components.map(({ name }) => name));
}

/** Needs no network: each package but our own is held to its content. */
function withoutDigest(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages).flatMap(([path, { integrity, link, inBundle }]) =>
    path === "" || link || inBundle || integrity !== undefined ? [] : [path],
  );
}
