/** `4,000,000`, independent of the locale. */
export const inGroups = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
