import type { HostKind } from '../../browser/navigate.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** Hosts of callbacks are people's Apps, no matter what their scheme. */
export function hostKind(url: URL, { greeting, world }: Pick<PageSession, 'greeting' | 'world'>): HostKind {
  if (url.href.startsWith(`${greeting.baseUrl}/`)) return 'platform';
  const callbacks = world.apps.flatMap(({ settings }) => settings.callback_urls);
  return callbacks.some((each) => authority(each) === `${url.protocol}//${url.host}`) ? 'app' : 'nowhere';
}

const authority = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? '';
