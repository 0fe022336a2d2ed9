import type { EndpointLimits, EndpointOutline } from '../../../../worker/api.ts';

export interface CatalogLimits {
  /** The last segment of the path that is not a parameter. */
  readonly path: string;
  /** Calls per window by method; a method without such a call is missing. */
  readonly of: Readonly<Partial<Record<string, number>>>;
}

/** The rate limits of the catalog's calls, which are the same on every plan (specification 8.2). */
export function limitRows(
  endpoints: readonly EndpointOutline[],
  limits: Readonly<Record<string, EndpointLimits>>,
): readonly CatalogLimits[] {
  const rows = new Map<string, Record<string, number>>();
  for (const { id, api, method, path } of endpoints) {
    if (api !== 'catalog') continue;
    const name = path.split('/').findLast((step) => step !== '' && !step.startsWith(':')) ?? path;
    const row = rows.get(name) ?? {};
    rows.set(name, row);
    const limit = limits[id]?.cells.free?.[0];
    if (limit) row[method] = limit.limit;
  }
  return [...rows].map(([path, of]) => ({ path, of }));
}
