// What stands where an answer is not there: nothing yet, nothing at all, or a failure with the way out of it.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { ApiError } from "../api/client.ts";
import { Button } from "./controls.tsx";
import { Icon } from "./icon.tsx";
import { RefusedMark } from "./state-mark.tsx";

export interface BannerProps {
  readonly tone: "human" | "danger" | "done";
  readonly mark?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: "status" | "alert";
}

export function Banner({ tone, mark, title, children, action, role }: BannerProps) {
  return (
    <div className="banner" style={{ "--c": `var(--${tone})` }} {...(role ? { role } : {})}>
      {mark ?? (tone === "danger" ? <RefusedMark /> : <Icon name="warning" />)}
      <p>
        <b className={tone === "danger" ? "danger" : ""}>{title}</b> <span>{children}</span>
      </p>
      {action}
    </div>
  );
}

export function EmptyState({
  title,
  children,
  commands,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly commands?: readonly string[];
}) {
  return (
    <div className="empty">
      <svg width="250" height="26" viewBox="0 0 250 26" aria-hidden="true">
        <path d="M8 13h214" stroke="var(--edge)" strokeWidth="4" />
        {[8, 62, 116, 170].map((x) => (
          <circle key={x} cx={x} cy="13" r="6" fill="var(--panel)" stroke="var(--edge)" strokeWidth="3" />
        ))}
        <path d="M224 4v18" stroke="var(--edge)" strokeWidth="5" />
      </svg>
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
      {commands && <pre className="commands">{commands.join("\n")}</pre>}
    </div>
  );
}

export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index}>
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

export function ErrorState({
  title,
  error,
  onRetry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}) {
  const recovery = error instanceof ApiError ? error.recovery : "Load the page again.";
  return (
    <Banner
      tone="danger"
      role="alert"
      title={title}
      action={
        onRetry && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {error instanceof Error ? error.message : String(error)} {recovery}
    </Banner>
  );
}

/** Somebody followed a link that leads to nothing. */
function NotThere({ what, error }: { readonly what: string; readonly error: ApiError }) {
  return (
    <>
      <h1 className="vh">Not found</h1>
      <EmptyState title={`${what} is not on this board.`}>
        {error.message} Press <kbd>/</kbd> to search, or go{" "}
        <Link href="/" className="ref">
          to the board
        </Link>
        .
      </EmptyState>
    </>
  );
}

/** As much of a query as is looked at here. */
interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** Loading, failed, or what came of it. */
export function Answered<T>({
  query,
  what,
  rows,
  children,
}: {
  readonly query: Asked<T>;
  /** For the sentence "… could not be loaded." */
  readonly what: string;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NotThere what={what} error={query.error} />;
  if (query.isError) {
    return (
      <ErrorState title={`${what} could not be loaded.`} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Skeleton rows={rows ?? 4} />;
}
