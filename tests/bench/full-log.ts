/** A platform whose log is full, for benches of what shows or filters it. */
import { createPlatform } from '../../engine/index.ts';
import type { HttpRequest } from '../../engine/http/messages.ts';

/** Exchanges in it. */
export const rows = 10_000;

/** A log of answered, refused and writing calls. */
export async function withFullLog() {
  const platform = createPlatform({ logSize: rows });
  const bearer = platform.initialCredentials.find((each) => each.kind === 'app');
  if (!bearer) throw new Error('There is no bearer token');
  const authorization = ['authorization', `Bearer ${bearer.bearer_token}`] as const;
  const calls: readonly Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>[] = [
    { method: 'GET', url: '/2/users/by/username/mira_holm?user.fields=created_at', headers: [authorization] },
    { method: 'GET', url: '/2/users/1', headers: [authorization] },
    { method: 'GET', url: '/2/users/me', headers: [['authorization', 'Bearer wrong']] },
    { method: 'GET', url: '/2/posts/search/recent?query=ferry&max_results=10', headers: [authorization] },
  ];
  for (let at = 0; at < rows; at++) {
    const call = calls[at % calls.length];
    if (call) await platform.handle({ ...call, url: `${platform.baseUrl}${call.url}` });
  }
  return platform;
}
