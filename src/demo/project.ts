// The project that the demo's agents work on: an app for people who read water meters where there is no signal.

import type { Random } from "./random.ts";

export interface ProjectTicket {
  readonly title: string;
  readonly body: string;
  readonly priority?: string;
  readonly estimate?: string;
  readonly labels?: readonly string[];
  /** By title. */
  readonly parent?: string;
  readonly blockedBy?: readonly string[];
}

interface Part {
  readonly title: string;
  readonly body: string;
  readonly priority: string;
  readonly estimate: string;
  readonly after?: readonly string[];
}

interface Theme {
  readonly title: string;
  readonly body: string;
  readonly label: string;
  readonly parts: readonly Part[];
}

const EPIC = "Meter readings without a signal";

const THEMES: readonly Theme[] = [
  {
    title: "Keep readings on the device",
    body: "A reader walks through cellars all morning. Nothing that was typed may depend on a network.",
    label: "storage",
    parts: [
      {
        title: "Write every reading to the local database first",
        body: "The form answers once the row is on disk. Measure: under 50 ms on the oldest device.",
        priority: "P0",
        estimate: "S",
      },
      {
        title: "Survive a battery that dies in the middle of a write",
        body: "Kill the app between two statements, a thousand times, and count what is missing.",
        priority: "P1",
        estimate: "S",
        after: ["Write every reading to the local database first"],
      },
      {
        title: "Photos of meters in a folder of their own",
        body: "They are large and arrive late; a reading without its photo is still a reading.",
        priority: "P2",
        estimate: "XS",
      },
    ],
  },
  {
    title: "Bring readings home",
    body: "Once there is a signal, everything goes up exactly once, in an order that makes sense to billing.",
    label: "sync",
    parts: [
      {
        title: "Queue with a number for each reading of a device",
        body: "The server takes number 7 of a device once, however often it is sent.",
        priority: "P0",
        estimate: "S",
      },
      {
        title: "Resume an upload where it broke off",
        body: "A photo of 8 MB on a train: never begin again from zero.",
        priority: "P1",
        estimate: "S",
      },
      {
        title: "Two readers at the same meter: keep both, ask billing",
        body: "Last write wins is wrong here. Show both readings with who, when and the photo.",
        priority: "P1",
        estimate: "S",
        after: ["Queue with a number for each reading of a device"],
      },
      {
        title: "Say what is still on the device",
        body: "A count in the header, and the time of the last success. No spinner that never ends.",
        priority: "P2",
        estimate: "XS",
      },
    ],
  },
  {
    title: "Routes that need no network",
    body: "The day's addresses, access notes and meter numbers are there before the van leaves.",
    label: "routes",
    parts: [
      {
        title: "Download tomorrow's route over night",
        body: "Between two and four, on power and Wi-Fi; a route is under 3 MB.",
        priority: "P1",
        estimate: "S",
      },
      {
        title: "Map tiles for the district",
        body: "Vector tiles, one file for each district, replaced once a month.",
        priority: "P3",
        estimate: "S",
      },
      {
        title: "Note what changed on a route since the morning",
        body: "Dispatch swaps two streets at noon: show what came and what went, and lose no reading.",
        priority: "P2",
        estimate: "XS",
        after: ["Download tomorrow's route over night"],
      },
    ],
  },
];

const LARGE: ProjectTicket = {
  title: "Plausibility of a reading, on the device",
  body: [
    "Half of all call-backs are typing mistakes that a glance at last year's value would have shown.",
    "",
    "Parts:",
    "- Ask again where a reading is below the last one",
    "- Expected range from the last three years",
    "- A way to say: yes, it really is that much",
  ].join("\n"),
  priority: "P2",
  estimate: "L",
  labels: ["quality"],
};

const LOOSE: readonly ProjectTicket[] = [
  {
    title: "Readings with a decimal comma are cut off",
    body: "12,7 becomes 12. Since the last release, in three languages.",
    priority: "P0",
    estimate: "XS",
    labels: ["bug"],
  },
  {
    title: "Dark mode hides the torch button",
    body: "Black on black, and in a cellar of all places.",
    priority: "P2",
    estimate: "XS",
    labels: ["bug"],
  },
  {
    title: "Sort the address list by walking order",
    body: "House numbers go 1, 10, 11, 2.",
    priority: "P2",
    estimate: "S",
  },
];

const LATER: readonly ProjectTicket[] = [
  {
    title: "The scanner beeps twice for one barcode",
    body: "On one model only; the second beep saves an empty row.",
    estimate: "XS",
    labels: ["bug"],
  },
  { title: "Larger digits for readers with glasses", body: "Follow the system's text size.", estimate: "XS" },
  { title: "Export a day as CSV", body: "For the town that still wants a file by e-mail.", estimate: "S" },
  { title: "Log in with a badge", body: "Gloves on, thirty times a day.", estimate: "S" },
  {
    title: "Crash when the camera permission is taken away",
    body: "Settings, back, photo: gone.",
    estimate: "XS",
    labels: ["bug"],
  },
  { title: "Remember the last cellar light switch note", body: "It is the most useful note of all.", estimate: "XS" },
  { title: "Warn when the clock of the device is wrong", body: "Billing refuses readings of tomorrow.", estimate: "S" },
  { title: "Meters that count backwards", body: "Solar roofs do that; it is no mistake.", estimate: "S" },
];

/** In an order in which each ticket comes after those that it names. */
export function projectTickets(): readonly ProjectTicket[] {
  const epic: ProjectTicket = {
    title: EPIC,
    body: "Readers lose one reading in forty to a missing signal. After this they lose none.",
    priority: "P1",
    estimate: "XL",
    labels: ["epic"],
  };
  const themes = THEMES.flatMap(({ title, body, label, parts }): ProjectTicket[] => [
    { title, body, priority: "P1", estimate: "L", labels: [label], parent: EPIC },
    ...parts.map(({ after, ...part }) => ({
      ...part,
      labels: [label],
      parent: title,
      ...(after ? { blockedBy: after } : {}),
    })),
  ]);
  return [epic, ...themes, LARGE, ...LOOSE];
}

/** What comes in while the work goes on; it does not run out. */
export function* laterTickets(random: Random): Generator<ProjectTicket> {
  for (let round = 1; ; round++) {
    for (const ticket of LATER) {
      const title = round === 1 ? ticket.title : `${ticket.title} (report ${round})`;
      yield { ...ticket, title, priority: `P${random.whole(0, 3)}` };
    }
  }
}

/** The parts that a large ticket's text lists. */
export function partsOf(body: string): readonly string[] {
  return body.split("\n").flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? []);
}
