import type { Plan } from '../../engine/index.ts';
import { clauses } from './clause.ts';

/** One value of a cell, read from the clause's own words: what the tests count to, whatever the engine declares. */
export interface CellValue {
  readonly calls: number;
  readonly minutes: number;
  readonly scope: 'user' | 'app';
}

export interface Row {
  readonly clause: string;
  /** As the row names it: "GET /2/posts/:id". */
  readonly endpoint: string;
  /** Empty for a plan without a cell (choice: cells). */
  readonly cells: Readonly<Record<Exclude<Plan, 'enterprise'>, readonly CellValue[]>>;
}

const three = /^(\S+ \S+) has the limits: Pro "([^"]+)"; Basic "([^"]+)"; Free "([^"]+)"\.$/;
/** Two cells are those of Pro and Basic (choice: cells). */
const two = /^(\S+ \S+) has two limit cells: cell 1 "([^"]+)"; cell 2 "([^"]+)"\.$/;

const minutes: Readonly<Record<string, number>> = { '15m': 15, '24h': 1440, '1s': 1 / 60 };

const read = (cell?: string): readonly CellValue[] =>
  (cell?.split(', ') ?? []).map((value) => {
    const [count = '', scope] = value.split(' ');
    const [calls, window = '15m'] = count.split('/');
    return { calls: Number(calls), minutes: minutes[window]!, scope: scope === 'U' ? 'user' : 'app' };
  });

/** The rows of 8.3 with three cells and with two. */
export const rows: readonly Row[] = clauses.flatMap(({ id, text }) => {
  const [, endpoint, pro, basic, free] = three.exec(text) ?? two.exec(text) ?? [];
  if (!endpoint) return [];
  return [{ clause: id, endpoint, cells: { pro: read(pro), basic: read(basic), free: read(free) } }];
});
