// How long answers to requests are kept.

export const REQUEST_DAYS = 30;
export const MOST_REQUEST_DAYS = 36_500;
