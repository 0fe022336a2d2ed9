/** What a flow needs before it begins: keys in the vault, settings of the App. */
import type { PageSession } from '../../state/session.svelte.ts';
import type { Memory } from './app.ts';
import type { Flow } from './flows.ts';
import { randomText } from './random.ts';

const needsCallback = ({ id }: Flow): boolean => id !== 'oauth1-pin' && id !== 'app-only';

/** A web address if there is one: any other belongs to an App that is installed on a device. */
const callbackOf = ({ app }: PageSession): string | undefined => {
  const urls = app?.settings.callback_urls ?? [];
  return urls.find((url) => url.startsWith('https:')) ?? urls[0];
};

/** Why the flow cannot begin, and what to do; null if it can. */
export function obstacle(flow: Flow, session: PageSession): string | null {
  const { app } = session;
  if (!app) return 'There is no App. Make one in the portal.';
  if (needsCallback(flow) && !callbackOf(session))
    return `${app.name} has no callback URL. Add one to its settings in the portal.`;
  if (flow.id === 'pkce')
    return session.credential('client') ||
      app.settings.oauth2_type === 'native' ||
      app.settings.oauth2_type === 'spa'
      ? null
      : `The vault does not hold the Client Secret of ${app.name}. Regenerate it in the portal and keep it.`;
  return session.credential('basic')
    ? null
    : `The vault does not hold the API key and secret of ${app.name}. Regenerate them in the portal and keep them.`;
}

/** Call it only without an obstacle. */
export function remember(flow: Flow, session: PageSession, scopes: string): Memory {
  const app = session.app!;
  const [key, client] = [session.credential('basic'), session.credential('client')];
  const isHeld = client?.kind === 'client';
  return {
    baseUrl: session.greeting.baseUrl,
    appId: app.id,
    appName: app.name,
    consumer_key: key?.kind === 'basic' ? key.consumer_key : '',
    consumer_secret: key?.kind === 'basic' ? key.consumer_secret : '',
    client_id: isHeld ? client.client_id : app.clientId,
    client_secret: isHeld ? client.client_secret : null,
    callback: flow.id === 'oauth1-pin' ? 'oob' : (callbackOf(session) ?? ''),
    scopes,
    state: randomText(24),
    code_verifier: randomText(64),
    username: session.user?.username ?? 'mira_holm',
  };
}
