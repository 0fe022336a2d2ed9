import type { EndpointLimits, EndpointOutline } from '../../../../worker/api.ts';
import { windowLength } from '../../../parts/figures.ts';

export interface CatalogLimits {
  /** The last segment of the path that is not a parameter. */
  readonly path: string;
  /** Calls per window by method; a method without such a call is missing. */
  readonly of: Readonly<Partial<Record<string, number>>>;
}

export interface AllCatalogLimits {
  readonly all: readonly CatalogLimits[];
  /** The lengths of their windows. */
  readonly windows: readonly string[];
}

/** The rate limits of the catalog's calls, which are the same on every plan (specification 8.2). */
export function limitRows(
  endpoints: readonly EndpointOutline[],
  limits: Readonly<Record<string, EndpointLimits>>,
): AllCatalogLimits {
  const rows = new Map<string, Record<string, number>>();
  const windows = new Set<string>();
  for (const { id, api, method, path } of endpoints) {
    if (api !== 'catalog') continue;
    const name = path.split('/').findLast((step) => step !== '' && !step.startsWith(':')) ?? path;
    const row = rows.get(name) ?? {};
    rows.set(name, row);
    const limit = limits[id]?.cells.free?.[0];
    if (!limit) continue;
    row[method] = limit.limit;
    windows.add(windowLength(limit.windowSeconds));
  }
  return { all: [...rows].map(([path, of]) => ({ path, of })), windows: [...windows] };
}
