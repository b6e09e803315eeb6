import { expect, it } from "vitest";
import { PageSize } from "./page-size.ts";

it("halves down to its least, and doubles after three that worked, up to its most", () => {
  const page = new PageSize(100, 10);
  const sizes = [page.size];
  while (page.shrink()) sizes.push(page.size);
  expect(sizes).toEqual([100, 50, 25, 12, 10]);
  const grown: number[] = [];
  for (let count = 0; count < 15; count++) {
    page.worked();
    grown.push(page.size);
  }
  expect(grown).toEqual([10, 10, 20, 20, 20, 40, 40, 40, 80, 80, 80, 100, 100, 100, 100]);
});

it("begins to count anew where one failed in between", () => {
  const page = new PageSize(100);
  page.shrink();
  page.worked();
  page.worked();
  page.shrink();
  page.worked();
  expect(page.size).toBe(25);
});
