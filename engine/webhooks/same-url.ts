/** Whether two URLs name the same address. */
export const isSameUrl = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

/** Text that is not a URL equals only itself. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
