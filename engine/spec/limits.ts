/** The document's notation of limits: "900 U, 450 A", "17/24h U, 17/24h A", "1/1s U" (specification 8.3). */
import type { Plan } from './plans.ts';

export interface Limit {
  readonly scope: 'user' | 'app';
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The limits of an endpoint on each plan; null where the plan does not include the endpoint. */
export type PlanLimits = Readonly<Record<Plan, readonly Limit[] | null>>;

export interface LimitRule {
  readonly cells: PlanLimits;
  /** Whether specification 8.3 has a row for it; otherwise the choice `unlisted` gives the limits. */
  readonly documented: boolean;
  /** The refusal of calls beyond the limit (choice: o2-too-often). */
  readonly exceeded: 'rateLimitExceeded' | 'tokenTooOften';
}

const windows: Record<string, number> = { '15m': 900, '24h': 86_400, '1s': 1 };
const part = /^(\d+)(?:\/(15m|24h|1s))? ([UA])$/;

/** One cell of the table. Throws for text in another notation, because the declaration is then wrong. */
export function parseCell(cell: string): readonly Limit[] {
  return cell.split(', ').map((text) => {
    const [, limit, window = '15m', scope] = part.exec(text) ?? [];
    if (!limit || Number(limit) < 1) throw new TypeError(`Not a limit: "${text}" in "${cell}"`);
    return { scope: scope === 'U' ? 'user' : 'app', limit: Number(limit), windowSeconds: windows[window]! };
  });
}

/**
 * A row of specification 8.3: cells in the order Pro, Basic, Free. A missing cell excludes the plan; Enterprise has
 * Pro's limits (choice: cells).
 */
export function limits(pro: string, basic?: string, free?: string): LimitRule {
  const cell = (text?: string) => (text === undefined ? null : parseCell(text));
  return {
    cells: { pro: cell(pro), basic: cell(basic), free: cell(free), enterprise: cell(pro) },
    documented: true,
    exceeded: 'rateLimitExceeded',
  };
}

/** Limits of an endpoint that the specification does not list, the same on every plan (choice: unlisted). */
export function unlisted(cell: string, exceeded: LimitRule['exceeded'] = 'rateLimitExceeded'): LimitRule {
  const all = parseCell(cell);
  return { cells: { pro: all, basic: all, free: all, enterprise: all }, documented: false, exceeded };
}
