/** Links to calls of the catalog, which open in Requests ready to be sent. */
import { formatRoute } from '../../router.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { CatalogWatch } from './catalog.svelte.ts';

export interface CatalogCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A call of the acting user, with the catalog's id if there is one. */
export function callHref(
  {
    session,
    catalog,
  }: Pick<CatalogWatch, 'catalog'> & { readonly session: Pick<PageSession, 'app' | 'user'> },
  endpoint: string,
  { path, query = {}, body }: CatalogCall = {},
): string {
  const { app, user } = session;
  const steps = path ?? (catalog ? { product_catalog_id: catalog.id } : {});
  return formatRoute({
    view: 'requests',
    path: [endpoint],
    params: [
      ...Object.entries(steps).map(([name, value]): [string, string] => [`path.${name}`, value]),
      ...Object.entries(query).map(([name, value]): [string, string] => [`query.${name}`, value]),
      ...(body ? ([['body', JSON.stringify(body, null, 2)]] as const) : []),
      ...(app ? ([['app', app.id]] as const) : []),
      ...(user ? ([['as', user.username]] as const) : []),
    ],
  });
}
