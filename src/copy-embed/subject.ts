import { isOfCall, views } from '../element/names.ts';
import type { EmbedView } from '../element/names.ts';
import { elsewhere } from '../embed-route.ts';
import { formatRoute, parseRoute } from '../router.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';
import { linkTo } from './choices.ts';
import type { EmbedSubject } from './choices.ts';

/** The seed of a world if none is given. */
export const usualSeed = 'northwind-1';
/** The plan of its Project. */
const usualPlan = 'pro';

/** An embed's name for a view of the playground. */
export const titles: Readonly<Record<EmbedView, string>> = {
  ...{ requests: 'Call', limits: 'Limits', reference: 'Reference', doctor: 'Signature doctor' },
  ...{ 'sign-in': 'Sign in with OAuth', webhooks: 'Register a webhook', catalog: 'Run a product feed' },
};

/** The view of a link, if an embed can show it; else a call. */
export function viewOf(link: string): EmbedView {
  const parsed = parseRoute(link);
  return ('view' in parsed && views.find((each) => each === parsed.view)) || 'requests';
}

/** The call of a link; null if it has none. */
export function callLinkIn(link: string): string | null {
  const parsed = parseRoute(link);
  if ('problem' in parsed) return null;
  if (parsed.view === 'requests') return link;
  const named = new Map(parsed.params).get('endpoint');
  const endpointId =
    parsed.view === 'reference' ? parsed.path[0] : parsed.view === 'limits' ? named : undefined;
  return endpointId === undefined ? null : formatRoute({ view: 'requests', path: [endpointId], params: [] });
}

/** `link`: the playground's link to what is shown; `call`: its link to a call. */
export function subjectOf(
  { reference, greeting, plan: current }: Pick<PageSession, 'reference' | 'greeting' | 'plan'>,
  view: EmbedView,
  link: string,
  call: string,
): EmbedSubject {
  const { seed: own } = greeting;
  const seed = own !== usualSeed && /^[\w.-]{1,64}$/.test(own) ? own : null;
  const plan = current === usualPlan ? null : current;
  if (!isOfCall(view)) {
    const title = titles[view];
    const to = parseRoute(link);
    const own = 'view' in to && to.view === view ? formatRoute(elsewhere(to)) : linkTo(view);
    return { view, title, meanwhile: title, link: own, seed, plan };
  }
  const parsed = parseRoute(call);
  const read = 'problem' in parsed ? null : readRoute(parsed);
  const { endpointId = null, method = 'GET', url = '' } = read && 'route' in read ? read.route : {};
  const { summary, ...at } = reference.outline(endpointId) ?? {
    ...{ summary: 'Free-form call', method, path: url },
  };
  const title = view === 'requests' ? summary : `${summary}: ${titles[view].toLowerCase()}`;
  return { view, title, meanwhile: `${at.method} ${at.path}`, link: call, seed, plan };
}
