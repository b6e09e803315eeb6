// What an agent said in a report, in any shape that it liked: files, tests and the error as such, the rest by its names.

import { count } from "../../lib/words.ts";

type Metadata = Readonly<Record<string, unknown>>;

const KNOWN = new Set(["files", "testResults", "error"]);
const LONG = 160;

export function MetadataView({ metadata }: { readonly metadata: Metadata | null }) {
  if (metadata === null) return <p className="faint">What was said was redacted.</p>;
  const files = filesIn(metadata);
  const tests = testsIn(metadata);
  const { error } = metadata;
  const others = Object.entries(metadata).filter(([name, value]) => !isShown(name, value));
  return (
    <>
      {typeof error === "string" && <p className="step-error">{error}</p>}
      {tests && (
        <p>
          <Tests tests={tests} />
        </p>
      )}
      {files.length > 0 && (
        <p title={files.join("\n")}>
          {count(files.length, "file", "files")}: <span className="mono">{brief(files)}</span>
        </p>
      )}
      {others.length > 0 && (
        <dl className="step-said">
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{name === "" ? "(no name)" : name}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function Tests({ tests: { passed, failed, skipped } }: { readonly tests: TestCounts }) {
  return (
    <>
      {passed} pass
      {failed > 0 && (
        <>
          , <b className="danger">{failed} fail</b>
        </>
      )}
      {skipped > 0 && `, ${skipped} skipped`}
    </>
  );
}

export function filesIn(metadata: Metadata | null): readonly string[] {
  const files = metadata?.["files"];
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
}

export function testsIn(metadata: Metadata | null): TestCounts | null {
  const results = metadata?.["testResults"];
  if (typeof results !== "object" || results === null || Array.isArray(results)) return null;
  const counts = new Map<string, unknown>(Object.entries(results));
  const number = (name: string): number => {
    const value = counts.get(name);
    return typeof value === "number" ? value : 0;
  };
  return { passed: number("passed"), failed: number("failed"), skipped: number("skipped") };
}

function isShown(name: string, value: unknown): boolean {
  if (!KNOWN.has(name)) return false;
  if (name === "error") return typeof value === "string";
  return name === "files" ? filesIn({ files: value }).length > 0 : testsIn({ testResults: value }) !== null;
}

function Value({ value }: { readonly value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  if (text.length <= LONG) return <span className={typeof value === "string" ? undefined : "mono"}>{text}</span>;
  return (
    <details>
      <summary>
        {text.slice(0, LONG)}… <span className="faint">{count(text.length, "character", "characters")}</span>
      </summary>
      <pre>{text}</pre>
    </details>
  );
}

function brief(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(", ");
  return files.length > 3 ? `${shown} and ${files.length - 3} more` : shown;
}
