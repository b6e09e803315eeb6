/** Sentence by sentence: "agents killed": 12. */
export type Counts = Readonly<Record<string, number>>;
