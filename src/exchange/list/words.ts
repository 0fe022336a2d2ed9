/** The words of a row about its exchange. */
import { splitUrl } from '../../../worker/api.ts';
import type { ExchangeGist, World } from '../../../worker/api.ts';
import { figure } from '../../parts/figures.ts';
import { timeOf } from '../../parts/time.ts';
import type { Reference } from '../../state/reference.svelte.ts';

/** The path of a call to the platform; host and path of a call from the platform. */
export function placeOf({ direction, url }: Pick<ExchangeGist, 'direction' | 'url'>): string {
  const parts = splitUrl(url);
  if (!parts) return url;
  return direction === 'out' ? parts.host + parts.path : parts.path;
}

type Known = Pick<World, 'users' | 'apps'>;

/** "09:41:12"; a file may not say when. */
export const toldTime = (at: number): string => (Number.isNaN(at) ? 'no time' : timeOf(at));

/** "@mira_holm", or the App if it called as itself; empty if there is neither. */
export function whoOf(
  { userId, appId }: Pick<ExchangeGist, 'userId' | 'appId'>,
  { users, apps }: Known,
): string {
  const username = users.find(({ id }) => id === userId)?.username;
  return username === undefined ? (apps.find(({ id }) => id === appId)?.name ?? '') : `@${username}`;
}

const waysAgain = {
  sameBytes: 'sent again, the same bytes',
  signedAgain: 'sent again, newly signed',
  edited: 'sent again, edited',
} as const;

type Called = Pick<ExchangeGist, 'userId' | 'appId' | 'endpointId' | 'direction'>;

/** Who called, and what for: "@mira_holm, Show the current user". */
export function gistWords(called: Called, world: Known, reference: Pick<Reference, 'outline'>): string {
  const what =
    reference.outline(called.endpointId)?.summary ??
    (called.direction === 'out' ? 'called by the platform' : '');
  return [whoOf(called, world), what].filter(Boolean).join(', ');
}

/** The same for a row, which also says how a repeated call was repeated. */
export function aboutOf(gist: ExchangeGist, world: Known, reference: Pick<Reference, 'outline'>): string {
  return gist.again
    ? [whoOf(gist, world), waysAgain[gist.again.how]].filter(Boolean).join(', ')
    : gistWords(gist, world, reference);
}

export const isGood = ({ status }: Pick<ExchangeGist, 'status'>): boolean => status !== null && status < 400;

/** The result in a few words: why the call was refused, or how many calls are left in its window. */
export function resultOf({ cause, left }: ExchangeGist): string {
  if (cause) return cause.because.replaceAll('`', '');
  return left ? `${figure(left.remaining)} of ${figure(left.limit)} left` : '';
}
