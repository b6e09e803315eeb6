// React's style objects may set the custom properties that our style sheets read.

import "react";

declare module "react" {
  interface CSSProperties {
    readonly [property: `--${string}`]: string | number | undefined;
  }
}
