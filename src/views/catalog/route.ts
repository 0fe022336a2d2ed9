/**
 * The addresses of the Catalog view, which shows the catalog of the acting user.
 *
 *     #/catalog                                                the products
 *     #/catalog/products?q=price%3A%3E20&sort=-price&row=NW-7  filtered, sorted (- for descending), one product opened
 *     #/catalog/products?set=3f7k2                             the products of a set
 *     #/catalog/sets/3f7k2, #/catalog/sets/new                 a set in the editor (routes/sets.ts)
 *     #/catalog/feeds/3f7k2, #/catalog/runs/4a9z1              a feed, a run of it (routes/runs.ts)
 *     #/catalog/feeds/new?file=shop.csv                        a new feed of a stored file
 */
import { formatRoute, noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import { readFeed, readRun, runsRouteOf } from './routes/runs.ts';
import type { FeedRoute, RunRoute } from './routes/runs.ts';
import { readSets, setsParams, setsPath } from './routes/sets.ts';
import type { SetsRoute } from './routes/sets.ts';
import { newFeedParams, readNewFeed } from './routes/source.ts';
import type { NewFeedRoute } from './routes/source.ts';

/** Everything that the view can show. Each part reads and writes its own addresses. */
export type CatalogRoute = ProductsRoute | SetsRoute | FeedRoute | RunRoute | NewFeedRoute;

export interface ProductsRoute {
  readonly part: 'products';
  /** The filter, in its query language; empty for none. */
  readonly q: string;
  /** An attribute, with `-` before it for descending; null for the order of creation. */
  readonly sort: string | null;
  /** The merchant's id of the opened product. */
  readonly row: string | null;
  /** The id of the set; null for the whole catalog. */
  readonly set: string | null;
}

export const allProducts: ProductsRoute = { part: 'products', q: '', sort: null, row: null, set: null };

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): CatalogRoute | { readonly problem: string } {
  const [part = 'products', ...rest] = path;
  if (part === 'products' && rest.length === 0) return readProducts(params);
  if (part === 'sets') return readSets(rest, params);
  if (path.join('/') === 'feeds/new') return readNewFeed(params);
  if (part === 'feeds') return readFeed(path, params);
  if (part === 'runs') return readRun(path, params);
  return { problem: noView };
}

export function routeOf(route: CatalogRoute): ViewRoute {
  if (route.part === 'feeds/new')
    return { view: 'catalog', path: ['feeds', 'new'], params: newFeedParams(route) };
  if (route.part === 'feeds' || route.part === 'runs') return runsRouteOf(route);
  return route.part === 'sets'
    ? { view: 'catalog', path: [route.part, ...setsPath(route)], params: setsParams(route) }
    : { view: 'catalog', path: [route.part], params: productsParams(route) };
}

export const hrefOf = (route: CatalogRoute): string => formatRoute(routeOf(route));

const longest = new Map([
  ['q', 1000],
  ['sort', 40],
  ['row', 100],
  ['set', 13],
]);

function readProducts(params: ViewRoute['params']): ProductsRoute | { readonly problem: string } {
  const given = new Map(params);
  if (given.size < params.length) return { problem: 'This link repeats a parameter.' };
  for (const [name, value] of given) {
    const most = longest.get(name);
    if (most === undefined) return { problem: 'This link has an unknown part.' };
    if (value === '' || value.length > most) return { problem: `This link has no ${name} that can be read.` };
  }
  const [q = '', sort = null, row = null, set = null] = ['q', 'sort', 'row', 'set'].map((name) =>
    given.get(name),
  );
  return { part: 'products', q, sort, row, set };
}

const productsParams = ({ q, sort, row, set }: ProductsRoute): ViewRoute['params'] =>
  Object.entries({ set, q: q || null, sort, row }).filter(
    (each): each is [string, string] => each[1] !== null,
  );
