import { views } from '../element/names.ts';
import type { EmbedView } from '../element/names.ts';
import { parseRoute } from '../router.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';
import { linkTo } from './choices.ts';
import type { EmbedSubject } from './choices.ts';

/** The seed of a world that nothing is said of. */
export const usualSeed = 'northwind-1';

/** What an embed calls a view of the playground. */
export const titles: Readonly<Record<EmbedView, string>> = { requests: 'Call', doctor: 'Signature doctor' };

/** The view that an embed can show of what a link leads to; a call where it can show nothing of it. */
export function viewOf(link: string): EmbedView {
  const parsed = parseRoute(link);
  return ('view' in parsed && views.find((each) => each === parsed.view)) || 'requests';
}

/** `link`: to a call, where the view is one of calls. */
export function subjectOf(
  { reference, greeting }: Pick<PageSession, 'reference' | 'greeting'>,
  view: EmbedView,
  link: string,
): EmbedSubject {
  const { seed: own } = greeting;
  const seed = own !== usualSeed && /^[\w.-]{1,64}$/.test(own) ? own : null;
  if (view !== 'requests') {
    const title = titles[view];
    return { view, title, meanwhile: title, link: linkTo(view), seed };
  }
  const parsed = parseRoute(link);
  const read = 'problem' in parsed ? null : readRoute(parsed);
  const { endpointId = null, method = 'GET', url = '' } = read && 'route' in read ? read.route : {};
  const { summary, ...at } = reference.outline(endpointId) ?? {
    ...{ summary: 'Free-form call', method, path: url },
  };
  return { view, title: summary, meanwhile: `${at.method} ${at.path}`, link, seed };
}
