/** What the program prints when it is ready: addresses, keys to copy, and one call that works. */
import type { Credential } from '../../engine/inside.ts';
import type { LocalServer } from './serve.ts';

type Ready = Pick<LocalServer, 'url' | 'control' | 'page' | 'credentials' | 'platform'>;

export function welcome({ url, control, page, credentials, platform }: Ready): string {
  const apps = platform.portal.apps().map(({ id, name, plan }) => {
    const own = credentials.filter(({ appId }) => appId === id).map(lineOf);
    return [`${name}${plan === null ? '' : `, plan ${plan}`}`, ...own].join('\n  ');
  });
  return [
    `svc Playground is at ${url}: both APIs, and the platform's own pages.`,
    ...(page === null ? [] : [`Its page is ${page}`]),
    `It is controlled at ${control}. Ctrl+C stops it.`,
    apps.length > 0 ? apps.join('\n') : 'There are no Apps: the world is empty.',
    ...callOf(url, credentials),
  ].join('\n\n');
}

function lineOf(credential: Credential): string {
  switch (credential.kind) {
    case 'basic':
      return `API key ${credential.consumer_key}, secret ${credential.consumer_secret}`;
    case 'app':
      return `bearer token ${credential.bearer_token}`;
    case 'client':
      return `client id ${credential.client_id}${credential.client_secret === null ? '' : `, secret ${credential.client_secret}`}`;
    case 'oauth1':
      return `@${credential.username}: access token ${credential.oauth_token}, secret ${credential.oauth_token_secret}`;
    case 'oauth2':
      return `@${credential.username}: OAuth 2.0 access token ${credential.access_token}`;
  }
}

function callOf(url: string, credentials: readonly Credential[]): readonly string[] {
  const app = credentials.find((each) => each.kind === 'app');
  const user = credentials.find((each) => each.kind === 'oauth1');
  if (!app || !user) return [];
  return [`curl -H 'Authorization: Bearer ${app.bearer_token}' ${url}/2/users/by/username/${user.username}`];
}
