// How to begin, for whoever is in a project without a board, or on an empty one.

const WAYS: Readonly<Record<string, string>> = {
  'signalbox ticket new "Title"': "makes the board, and puts a ticket on it",
  "signalbox init": "lets your agents use it",
  "signalbox import --from gh FILE": "takes tickets over from elsewhere",
  "signalbox serve": "shows it in the browser",
  "signalbox demo": "shows what it looks like with agents at work",
};
const LONGEST = Math.max(...Object.keys(WAYS).map((way) => way.length));

export const BEGIN = Object.entries(WAYS)
  .map(([way, what]) => `  ${way.padEnd(LONGEST)}  ${what}`)
  .join("\n");
