/** Enough to match a key to its App, and not more. */
export const hint = (key: string): string => `${key.slice(0, 4)}…${key.slice(-4)}`;
