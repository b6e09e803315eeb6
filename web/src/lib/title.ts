// The title of the page, with how many tickets wait for a person: it can be read on a tab in the background.

import { useEffect } from "react";

let page = "";
let waiting = 0;

export function useTitle(title: string): void {
  useEffect(() => {
    page = title;
    write();
  }, [title]);
}

export function useTitleCount(count: number): void {
  useEffect(() => {
    waiting = count;
    write();
  }, [count]);
}

function write(): void {
  document.title = [waiting > 0 ? `(${waiting})` : "", page, page === "" ? "" : "·", "Signalbox"]
    .filter((part) => part !== "")
    .join(" ");
}
