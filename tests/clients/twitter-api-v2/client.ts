/**
 * npm `twitter-api-v2` as published; its own hook points its calls at the local server, and the server uses its names.
 */
import { Agent } from 'node:http';
import { TwitterApi } from 'twitter-api-v2';
import type { IClientSettings, ITwitterApiClientPlugin } from 'twitter-api-v2';
import { caller } from '../../../testing/platform.ts';
import { serve } from '../../../worker/server/serve.ts';

type Config = Parameters<NonNullable<ITwitterApiClientPlugin['onBeforeStreamRequestConfig']>>[0];

/** Before the client signs, so that it signs what is sent. */
function point({ params }: Config, server: string): void {
  const { pathname } = new URL(params.url.replace(/:(?!\/\/)/g, '%3A'));
  params.url = server + decodeURIComponent(pathname);
  // It recognises by their usual host that these answer with a form.
  if (pathname.startsWith('/oauth/')) params.forceParseMode = 'url';
}

export async function openWorld() {
  const server = await serve({ port: 0, names: 'docs/examples/names/twitter-api-v2.yaml' });
  const { platform } = server;
  const as = caller(platform);
  const httpAgent = new Agent({ keepAlive: false });
  const plugin: ITwitterApiClientPlugin = {
    onBeforeRequestConfig: (config) => point(config, server.url),
    onBeforeStreamRequestConfig: (config) => point(config, server.url),
  };
  const settings: Partial<IClientSettings> = { httpAgent, plugins: [plugin], compression: false };
  const keys = (appName = 'Northwind Reader') => {
    const { consumer_key: appKey, consumer_secret: appSecret } = as.credential('basic', appName);
    return { appKey, appSecret };
  };
  return {
    platform,
    as,
    settings,
    url: server.url,
    /** Closes the open connections, as a network failure does. */
    cut: () => httpAgent.destroy(),
    /** Signs OAuth 1.0a for this person. */
    user(username = 'mira_holm', appName = 'Northwind Reader') {
      const held = as.credential('oauth1', appName, username);
      return new TwitterApi(
        {
          appKey: held.consumer_key,
          appSecret: held.consumer_secret,
          accessToken: held.oauth_token,
          accessSecret: held.oauth_token_secret,
        },
        settings,
      );
    },
    app: (appName = 'Northwind Reader') =>
      new TwitterApi(as.credential('app', appName).bearer_token, settings),
    keys,
    /** Only the API key. */
    consumer: (appName?: string) => new TwitterApi(keys(appName), settings),
    withBearer: (token: string) => new TwitterApi(token, settings),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The refusal that a call must end with. */
export async function refused<E>(call: Promise<unknown>, kind: new (...args: never[]) => E): Promise<E> {
  const outcome = await call.then(
    () => new Error('The call was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof kind) return outcome;
  throw outcome;
}
