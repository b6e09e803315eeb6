// How far back a workflow is tried.

export const TRY_DAYS = { usual: 30, most: 366 } as const;
