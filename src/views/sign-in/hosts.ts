/** What a flow asks of the platform beside its exchanges: whose an address is, and a setting that is off for a moment. */
import type { Place } from '../../browser/navigate.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Flow } from './flows.ts';

/** Hosts of callbacks are people's Apps, whatever their scheme. */
export function placeOf(url: URL, { greeting, world }: Pick<Session, 'greeting' | 'world'>): Place {
  if (url.href.startsWith(`${greeting.baseUrl}/`)) return 'platform';
  const callbacks = world.apps.flatMap(({ settings }) => settings.callback_urls);
  return callbacks.some((each) => authority(each) === `${url.protocol}//${url.host}`) ? 'app' : 'nowhere';
}

const authority = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? '';

/** Runs something while the App's settings lack what the flow needs, and puts them back whatever happens. */
export async function withoutSetting<T>(
  { playground, world }: Session,
  appId: string,
  { isOAuth1 }: Flow,
  work: () => Promise<T>,
): Promise<T> {
  const { oauth1 = true, oauth2 = true } = world.apps.find(({ id }) => id === appId)?.settings ?? {};
  // One of the two has to stay on.
  await playground.portal('updateApp', appId, { oauth1: !isOAuth1, oauth2: isOAuth1 });
  try {
    return await work();
  } finally {
    await playground.portal('updateApp', appId, { oauth1, oauth2 });
  }
}
