const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "2 Mar 2026", in UTC. */
export function dateOf(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "09:41:12", in UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 19);

export const jumps = [
  { label: '+1 min', ms: 60_000 },
  { label: '+15 min', ms: 900_000 },
  { label: '+1 h', ms: 3_600_000 },
  { label: '+24 h', ms: 86_400_000 },
] as const;
