// Which packages of others are in what we ship. Their licences ask to be passed on with them (THIRD-PARTY-NOTICES), and
// whoever installs us wants to know of them (the SBOM, in CycloneDX).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where its source is. */
  readonly source: string | null;
  /** Licence and notices, as they stand in the package. */
  readonly texts: readonly string[];
}

/** What Vite says of a file that it wrote. */
export interface WrittenFile {
  /** Of a script: by module, how much of it is left. */
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
  /** Of anything else, such as a font. */
  readonly originalFileNames?: readonly string[];
}

/** The files of which something is left in the bundle: what was shaken out is not shipped. */
export function filesInBundle({ outputs }: Pick<Metafile, "outputs">): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

export function filesInPages(written: readonly WrittenFile[]): readonly string[] {
  return written.flatMap(({ modules = {}, originalFileNames = [] }) => [
    ...Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [file] : [])),
    ...originalFileNames,
  ]);
}

/** By name. Throws where one has no licence that could be passed on. */
export function packagesOf(root: string, files: readonly string[]): readonly ShippedPackage[] {
  const folders = new Set(files.flatMap((file) => IN_A_PACKAGE.exec(file.replaceAll("\\", "/"))?.[1] ?? []));
  const packages = [...folders].map((folder) => readPackage(join(root, folder)));
  return packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Up to the innermost package. */
const IN_A_PACKAGE = /((?<![^/])node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;
const LEGAL_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as PackageJson;
  if (license === undefined) throw new Error(`${name} is in the bundle, and its package.json names no licence.`);
  const texts = readdirSync(folder)
    .filter((file) => LEGAL_FILE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  const source = typeof repository === "string" ? repository : repository?.url;
  const by = typeof author === "string" ? author : author?.name;
  return {
    name,
    version,
    license,
    source: source === undefined ? null : webAddress(source),
    texts:
      texts.length > 0 ? texts : [`The package has no licence text of its own.${by ? ` Its author is ${by}.` : ""}`],
  };
}

/** Of the forms that npm allows. */
function webAddress(repository: string): string {
  const address = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(address) ?? [];
  if (path !== undefined) return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  return address.replace(/^(?:git|ssh):\/\/(?:git@)?/, "https://").replace(/^git@([^:]+):/, "https://$1/");
}

const RULE = "=".repeat(80);

export function notices(packages: readonly ShippedPackage[]): string {
  const entries = packages.map(({ name, version, license, source, texts }) => {
    const about = [`${name} ${version}`, `Licence: ${license}`, ...(source === null ? [] : [`Source: ${source}`])];
    return `${RULE}\n${about.join("\n")}\n\n${texts.join("\n\n")}\n`;
  });
  const intro =
    "Signalbox is under the licence in LICENSE. These packages of others are in dist/, unchanged but for bundling and\n" +
    "minifying, each under its own licence.\n";
  return [intro, ...entries].join("\n");
}

/** As `npm sbom` makes it, of everything in the lock file. */
export interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component; readonly [key: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly [key: string]: unknown;
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** Without its time and its random number: the same sources make the same package. */
export function sbomOf(whole: Sbom, product: string, packages: readonly ShippedPackage[]): Sbom {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = whole;
  const { timestamp: __, component, ...about } = metadata;
  const found = packages.map(({ name, version }) => {
    const one = components.find((each) => each.name === name && each.version === version);
    if (!one) throw new Error(`${name} ${version} is in the bundle and not in package-lock.json: run npm ci.`);
    // For npm all are tools of ours: nothing is installed beside the bundle.
    return { ...one, scope: "required", properties: [{ name: "cdx:npm:package:bundled", value: "true" }] };
  });
  const refs = new Set([component["bom-ref"], ...found.map((one) => one["bom-ref"])]);
  return {
    ...rest,
    metadata: { ...about, lifecycles: [{ phase: "build" }], component: { ...component, name: product } },
    components: found,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}
