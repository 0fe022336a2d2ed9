import type { Plan } from '../../engine/index.ts';
import { clauses } from './clause.ts';

/** One value of a cell, read from the clause's text: the tests use it independently of the engine's declaration. */
export interface CellValue {
  readonly calls: number;
  readonly minutes: number;
  readonly scope: 'user' | 'app';
}

export interface Row {
  readonly clause: string;
  /** As in the row: "GET /2/posts/:id". */
  readonly endpoint: string;
  /** Empty for a plan without a cell (choice: cells). */
  readonly cells: Readonly<Record<Exclude<Plan, 'enterprise'>, readonly CellValue[]>>;
}

const three = /^(\S+ \S+) has the limits: Pro "([^"]+)"; Basic "([^"]+)"; Free "([^"]+)"\.$/;
/** Two cells are those of Pro and Basic (choice: cells). */
const two = /^(\S+ \S+) has two limit cells: cell 1 "([^"]+)"; cell 2 "([^"]+)"\.$/;

/** One cell is Pro's (choice: cells). */
const one = /^(\S+ \S+) has one limit cell: cell 1 "([^"]+)"\.$/;
/** Except for the filtered stream and its rules, where Basic is like Pro (8.1; choice: cells). */
const isStream = (endpoint: string): boolean => endpoint.includes(' /2/posts/search/stream');

const minutes: Readonly<Record<string, number>> = { '15m': 15, '24h': 1440, '1s': 1 / 60 };

const read = (cell?: string): readonly CellValue[] =>
  (cell?.split(', ') ?? []).map((value) => {
    const [count = '', scope] = value.split(' ');
    const [calls, window = '15m'] = count.split('/');
    return { calls: Number(calls), minutes: minutes[window]!, scope: scope === 'U' ? 'user' : 'app' };
  });

/** The 78 rows of 8.3. */
export const rows: readonly Row[] = clauses.flatMap(({ id, text }) => {
  const [, endpoint, pro, second, free] = three.exec(text) ?? two.exec(text) ?? one.exec(text) ?? [];
  if (!endpoint) return [];
  const basic = isStream(endpoint) ? pro : second;
  return [{ clause: id, endpoint, cells: { pro: read(pro), basic: read(basic), free: read(free) } }];
});

/** "GET /product_catalogs is limited to 1,000 requests per 15 minutes.", on every plan. */
const ofCatalog = /^(\w+) (\/product_catalogs\S*) is limited to ([\d,]+) requests per 15 minutes\.$/;

/** The rows of 8.2, each method as a row of its own. */
export const catalogRows: readonly Row[] = clauses.flatMap(({ id, text }) => {
  const [, method, path, count] = ofCatalog.exec(text) ?? [];
  if (!method) return [];
  const cell: readonly CellValue[] = [{ calls: Number(count!.replace(',', '')), minutes: 15, scope: 'user' }];
  return [{ clause: id, endpoint: `${method} /5${path!}`, cells: { pro: cell, basic: cell, free: cell } }];
});

export const allRows: readonly Row[] = [...rows, ...catalogRows];
