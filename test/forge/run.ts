// `npm run forge`: plays every attack by name and prints what became of it. `npm run forge -- NAME…` plays some: families
// or attacks. Exit 1 where an attack landed, a control did not, or a planted hole was not seen.

import { ALL_PLAYS } from "./all.ts";
import type { Played } from "./forgery.ts";

const WORDS: Readonly<Record<Played["kind"], readonly [landed: string, not: string]>> = {
  attack: ["LANDED", "refused"],
  control: ["believed", "NOT BELIEVED"],
  planted: ["seen", "NOT SEEN"],
};

const wanted = process.argv.slice(2);
const plays = ALL_PLAYS.filter(
  ({ family, name }) => wanted.length === 0 || wanted.includes(family) || wanted.includes(name),
);
if (plays.length === 0) throw new Error(`Nothing is called ${wanted.join(" or ")}.`);

const wrong: Played[] = [];
for (const { play } of plays) {
  const played = await play();
  const { family, name, kind, landed, why, isRight } = played;
  if (!isRight) wrong.push(played);
  const [yes, no] = WORDS[kind];
  console.log(
    [family.padEnd(12), kind.padEnd(8), name.padEnd(26), (landed ? yes : no).padEnd(13), why.split("\n")[0]].join(" "),
  );
}
const times = (kind: Played["kind"]): number => plays.filter((play) => play.kind === kind).length;
console.log(
  `\n${times("attack")} attacks, ${times("control")} controls, ${times("planted")} planted holes: ${wrong.length === 0 ? "all as they have to be" : `${wrong.length} WRONG`}.`,
);
if (wrong.length > 0) process.exitCode = 1;
