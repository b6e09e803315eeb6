// The project of the story: a shop for spare parts of bicycles, and what its agents and people write.

export interface Idea {
  readonly title: string;
  readonly priority: string;
  readonly estimate: string;
  readonly labels?: readonly string[];
  /** Ideas of one group share a parent. */
  readonly group?: string;
  readonly after?: string;
}

export type Standing = "to research" | "researched" | "left alone" | "to plan" | "planned";

export const GROUPS: readonly string[] = ["Returns without a receipt", "Stock that is true", "Checkout in two steps"];

export const AGENTS: readonly string[] = ["heron", "siskin", "plover", "wren", "dunnock", "kestrel"];
export const PEOPLE: readonly string[] = ["Maria", "Jonas"];

export const IDEAS: readonly Idea[] = [
  {
    title: "Refund lines carry the shop's location",
    priority: "P1",
    estimate: "S",
    group: "Returns without a receipt",
  },
  { title: "Find an order by card and day", priority: "P1", estimate: "S", group: "Returns without a receipt" },
  {
    title: "Print a return slip",
    priority: "P2",
    estimate: "XS",
    group: "Returns without a receipt",
    after: "Find an order by card and day",
  },
  { title: "Rounding of a partial refund", priority: "P0", estimate: "XS", labels: ["bug"] },
  {
    title: "Stock drifts after a cancelled transfer",
    priority: "P0",
    estimate: "S",
    labels: ["bug"],
    group: "Stock that is true",
  },
  { title: "Count a shelf with the scanner", priority: "P2", estimate: "S", group: "Stock that is true" },
  { title: "Reserve parts while a bike is on the stand", priority: "P1", estimate: "S", group: "Stock that is true" },
  {
    title: "Say when a part is back",
    priority: "P3",
    estimate: "S",
    group: "Stock that is true",
    after: "Reserve parts while a bike is on the stand",
  },
  { title: "One page for address and delivery", priority: "P1", estimate: "S", group: "Checkout in two steps" },
  { title: "Keep the basket over a lost connection", priority: "P1", estimate: "S", group: "Checkout in two steps" },
  {
    title: "Wallet payments",
    priority: "P2",
    estimate: "S",
    group: "Checkout in two steps",
    after: "One page for address and delivery",
  },
  { title: "The invoice shows the wrong tax for Jersey", priority: "P0", estimate: "XS", labels: ["bug", "tax"] },
  { title: 'Search finds "brakepad" as "brake pad"', priority: "P2", estimate: "S", labels: ["search"] },
  { title: "Photos load before the price", priority: "P2", estimate: "XS", labels: ["speed"] },
  { title: "Old chains as replacements for new ones", priority: "P3", estimate: "S", labels: ["search"] },
  { title: "Export of the day's takings", priority: "P2", estimate: "S" },
  { title: "A torn barcode can be typed in", priority: "P2", estimate: "XS" },
  { title: "Log-in with a key instead of a password", priority: "P1", estimate: "S", labels: ["security"] },
  { title: "Lock an account after ten wrong codes", priority: "P1", estimate: "XS", labels: ["security"] },
  { title: "Mail about a late parcel goes out twice", priority: "P0", estimate: "S", labels: ["bug", "mail"] },
  { title: "Unsubscribe without logging in", priority: "P2", estimate: "XS", labels: ["mail"] },
  { title: "Delivery day on the product page", priority: "P2", estimate: "S" },
  { title: "Opening hours at Christmas", priority: "P3", estimate: "XS" },
  { title: "A basket of 300 lines takes nine seconds", priority: "P1", estimate: "S", labels: ["speed"] },
  { title: "Gift cards expire a day too early", priority: "P0", estimate: "XS", labels: ["bug"] },
  { title: "Frame numbers on the receipt", priority: "P2", estimate: "XS" },
  { title: "Show what fits this bike", priority: "P1", estimate: "S", labels: ["search"] },
  { title: "Staff prices only for staff", priority: "P1", estimate: "XS", labels: ["security"] },
  { title: "Workshop calendar in two columns", priority: "P3", estimate: "S" },
  { title: "Reminder the day before the service", priority: "P2", estimate: "S", labels: ["mail"] },
  { title: "Sort tyres by width", priority: "P3", estimate: "XS" },
  { title: "Spokes by the hundred", priority: "P3", estimate: "XS" },
  { title: "The till prints half a line in Czech", priority: "P1", estimate: "XS", labels: ["bug"] },
  { title: "Backups that are tried out", priority: "P1", estimate: "S" },
  { title: "Prices with four digits after the comma", priority: "P2", estimate: "S", labels: ["tax"] },
  { title: "Who changed this price, and when", priority: "P2", estimate: "S" },
  { title: "Click and collect for the Leith shop", priority: "P1", estimate: "S" },
  { title: "A map with the five shops", priority: "P3", estimate: "XS" },
  { title: "Second-hand wheels with their own photos", priority: "P2", estimate: "S" },
  { title: "Weight on every product page", priority: "P3", estimate: "XS" },
  { title: "A customer's data as a file", priority: "P1", estimate: "S", labels: ["security"] },
  { title: "Forget a customer who asks for it", priority: "P1", estimate: "S", labels: ["security"] },
  { title: "Freight for frames over 20 kg", priority: "P2", estimate: "S" },
  { title: "Three languages on one label", priority: "P3", estimate: "S" },
  { title: "Helmets are sent back with a used box", priority: "P2", estimate: "XS", labels: ["bug"] },
  { title: "Suppliers' lists in one format", priority: "P2", estimate: "S" },
  { title: "Warn before the last one is sold twice", priority: "P1", estimate: "S", group: "Stock that is true" },
  { title: "Keyboard only at the till", priority: "P2", estimate: "S" },
];

/** What stands in the middle of the line right now. */
export const CURRENT: readonly (Idea & { readonly stands: Standing })[] = [
  {
    title: "Cards are declined without a word",
    priority: "P0",
    estimate: "S",
    labels: ["bug"],
    group: "Checkout in two steps",
    stands: "researched",
  },
  { title: "Deposits for cargo bikes", priority: "P1", estimate: "S", stands: "planned" },
  { title: "Receipts by text message", priority: "P2", estimate: "S", labels: ["mail"], stands: "left alone" },
  {
    title: "A part that fits two bikes is shown once",
    priority: "P2",
    estimate: "S",
    stands: "to research",
    after: "Show what fits this bike",
  },
  {
    title: "Voucher codes in lower case",
    priority: "P3",
    estimate: "XS",
    stands: "to research",
    group: "Checkout in two steps",
  },
  { title: "Trade customers see net prices", priority: "P1", estimate: "S", stands: "to plan" },
];

export const PLAN = [
  "**The plan**",
  "",
  "1. Add `location_id` to `refund_line`, nullable at first.",
  "2. Fill it from the order's till; about 40,000 rows, in batches of 500.",
  "3. Make it required once the nightly count is zero for two days.",
  "",
  "Tests: a refund at another shop, and one without a receipt.",
].join("\n");

export const QUESTION =
  "The two price lists disagree on half a cent. **Half to even, or half up?** Finance has used both; I can't tell which is meant.";

export const BODY = [
  "Customers come with a part and no receipt. Today the till can only take it back as a new article, and the stock is wrong from then on.",
  "",
  "- The order is found by the card and the day.",
  "- The slip names the shop that took it back.",
].join("\n");

export const RESEARCH =
  "Found the place: `returns/lines.ts` writes the line, and nothing knows where it was taken back.";
export const BUILT = "Built as planned; 41 tests, two of them new. The migration was tried on last week's copy.";
export const BACK: readonly string[] = [
  "The backfill locks the table for minutes. Do it in batches, please.",
  "What happens to refunds of last year? The plan does not say.",
];
export const FILES: readonly string[] = [
  "src/returns/lines.ts",
  "src/returns/slip.tsx",
  "migrations/0042-location.sql",
  "test/returns.test.ts",
];
