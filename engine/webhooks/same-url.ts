/** Whether two URLs lead to the same place. */
export const isSameUrl = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

/** What is no URL leads nowhere but to itself. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
