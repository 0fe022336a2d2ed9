/** Addresses of an embed that shows a whole view of the playground. */
import type { EmbedView } from './element/names.ts';
import { packedIn } from './recipe/link.ts';
import { parseRoute } from './router.ts';
import type { ViewRoute } from './router.ts';

/** The default of a view that does not begin at its own start. */
const usual: Readonly<Partial<Record<EmbedView, Omit<ViewRoute, 'view'>>>> = {
  catalog: { path: ['feeds', 'new'], params: [['source', 'generate']] },
};

/** What a link to the view leads to; its default for an empty one and for a recipe. Throws a sentence for every other link. */
export function wholeRoute(view: EmbedView, link: string): ViewRoute {
  if (link === '' || link === '#' || packedIn(link) !== null)
    return { view, ...(usual[view] ?? { path: [], params: [] }) };
  const to = parseRoute(link);
  if ('problem' in to) throw new Error(to.problem);
  if (to.view !== view) throw new Error(`This embed shows ${view}: the link leads to ${to.view}.`);
  return to;
}

/** The same in another world, which does not have what was created in this one. */
export function elsewhere({ view, path, params }: ViewRoute): ViewRoute {
  const [part, name] = path;
  if (view === 'webhooks') return { view, path: part === 'hook' ? [] : path, params: [] };
  if (view !== 'catalog') return { view, path, params };
  if (part === 'feeds' || part === 'runs') return wholeRoute(view, '');
  if (part === 'sets' && name !== 'new') return { view, path: [], params: [] };
  return { view, path, params: params.filter(([key]) => key !== 'row' && key !== 'set') };
}
