import { header } from '../../../../worker/api.ts';
import type { Exchange } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** The caller, as a link to Requests names it. */
export function callerOf(
  { world }: Pick<PageSession, 'world'>,
  { appId, userId, request }: Exchange,
): (readonly [string, string])[] {
  const username = world.users.find(({ id }) => id === userId)?.username;
  const isSigned = /^OAuth /i.test(header(request.headers, 'authorization') ?? '');
  return [
    ...(appId === null ? [] : [['app', appId] as const]),
    ...(username === undefined ? [] : [['as', username] as const]),
    ['auth', username === undefined ? 'app' : isSigned ? 'oauth1' : 'oauth2'] as const,
  ];
}
