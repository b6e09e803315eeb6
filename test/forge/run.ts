// `npm run forge`: plays every attack by name and prints what became of it. `npm run forge -- NAME…` plays some: families
// or attacks. Exit 1 where an attack landed, a control did not, or a planted hole was not seen.

import { ALL_PLAYS } from "./all.ts";
import type { Played } from "./forgery.ts";
import { missingFrom } from "./named.ts";

const WORDS: Readonly<Record<Played["kind"], readonly [landed: string, not: string]>> = {
  attack: ["LANDED", "refused"],
  control: ["believed", "NOT BELIEVED"],
  planted: ["seen", "NOT SEEN"],
};

const HEADINGS: Readonly<Record<Played["kind"], string>> = {
  attack: "attacks, which must be refused",
  control: "honest work, which must be believed",
  planted: "a defence taken out, where attacks must be seen to land",
};

const wanted = process.argv.slice(2);
const plays = ALL_PLAYS.filter(
  ({ family, name }) => wanted.length === 0 || wanted.includes(family) || wanted.includes(name),
);
if (plays.length === 0) throw new Error(`Nothing is called ${wanted.join(" or ")}.`);

const wrong: Played[] = [];
const MOST = 110;
const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);
let before = "";
for (const { play, without } of plays) {
  const played = await play();
  const { family, name, kind, landed, why, isRight } = played;
  if (!isRight) wrong.push(played);
  const [yes, no] = WORDS[kind];
  const part = `${family}: ${HEADINGS[kind]}${without === undefined ? "" : ` (without ${without})`}`;
  if (part !== before) console.log(`\n${part}`);
  before = part;
  console.log(["  ", name.padEnd(26), (landed ? yes : no).padEnd(13), short(why.split("\n")[0] ?? "")].join(" "));
}
const missing = wanted.length === 0 ? missingFrom(ALL_PLAYS) : [];
for (const one of missing) console.log(`MISSING: ${one}`);
const times = (kind: Played["kind"]): number => plays.filter((play) => play.kind === kind).length;
console.log(
  `\n${times("attack")} attacks, ${times("control")} controls, ${times("planted")} planted holes: ${wrong.length === 0 ? "all as they have to be" : `${wrong.length} WRONG`}.`,
);
if (wrong.length > 0 || missing.length > 0) process.exitCode = 1;
