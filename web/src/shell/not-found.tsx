import { Link } from "wouter";
import { EmptyState } from "../parts/answers.tsx";
import { useTitle } from "../lib/title.ts";

export function NotFound() {
  useTitle("Not found");
  return (
    <div className="page">
      <h1 className="vh">Not found</h1>
      <EmptyState title="No line leads here.">
        There is no page at this address.{" "}
        <Link href="/" className="ref">
          To the board
        </Link>
      </EmptyState>
    </div>
  );
}
