/** `4,000,000`: the same on every machine, whatever its locale. */
export const inGroups = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
