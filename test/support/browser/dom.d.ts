// React's types name the elements of a page without saying what they are. In tests they are a browser's own, and a page's
// function runs there: every property may be asked for.

interface Element {
  // oxlint-disable-next-line typescript/no-explicit-any -- what Chromium has is not known here
  [property: string]: any;
}
