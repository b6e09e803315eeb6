/** For each code, without exception: why it comes, and the way out. */
export type Words<Code extends string> = Readonly<Record<Code, readonly [cause: string, wayOut: string]>>;
