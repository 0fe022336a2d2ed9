import type { HeaderList } from '../../../../worker/api.ts';

export interface HeaderRow {
  readonly name: string;
  readonly value: string;
  /** The value in the previous call, if it differed; `undefined` if unchanged; `null` if the header was absent. */
  readonly was?: string | null;
}

/** Headers that differ in every answer, so a change means nothing. */
const alwaysNew = new Set(['date', 'content-length']);

/** Headers of the answer, limits first, then the permission level, then the rest in the order received. */
export function headerRows(headers: HeaderList, before: HeaderList | null): HeaderRow[] {
  const earlier = before && groupByName(before);
  return [...headers]
    .map(([name, value]) => ({ name, value, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name, value }) => row(name, value, earlier));
}

const order = [
  'svc-rate-limit-limit',
  'svc-rate-limit-remaining',
  'svc-rate-limit-reset',
  'svc-access-level',
];
const last = order.length + 1;

function rank(name: string): number {
  const lower = name.toLowerCase();
  const place = order.indexOf(lower);
  if (place >= 0) return place;
  return /^svc-(app|user)-limit-/.test(lower) ? order.length : last;
}

/** Repeated names are matched with the earlier values in turn. */
function row(name: string, value: string, earlier: Map<string, string[]> | null): HeaderRow {
  const lower = name.toLowerCase();
  if (!earlier || alwaysNew.has(lower)) return { name, value };
  const was = earlier.get(lower)?.shift() ?? null;
  return was === value ? { name, value } : { name, value, was };
}

function groupByName(headers: HeaderList): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    groups.set(lower, [...(groups.get(lower) ?? []), value]);
  }
  return groups;
}

/** Epoch milliseconds of a reset header (specification 8.1: UTC epoch seconds); null for any other header. */
export const resetTime = ({ name, value }: HeaderRow): number | null =>
  /^svc-(rate-limit|app-limit-24hour|user-limit-24hour)-reset$/i.test(name) && /^\d+$/.test(value)
    ? Number(value) * 1000
    : null;
