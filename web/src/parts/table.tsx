import type { ReactNode } from "react";

/** A table with a caption for those who cannot see what it belongs to. */
export function Table({
  caption,
  head,
  children,
}: {
  readonly caption: string;
  readonly head: readonly ReactNode[];
  readonly children: ReactNode;
}) {
  return (
    <table className="table">
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
