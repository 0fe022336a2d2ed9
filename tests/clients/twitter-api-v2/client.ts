/** npm `twitter-api-v2` as published, its calls directed at a platform of this machine by its own hooks. */
import { Agent } from 'node:http';
import { TwitterApi } from 'twitter-api-v2';
import type { IClientSettings, ITwitterApiClientPlugin } from 'twitter-api-v2';
import { caller } from '../../../testing/platform.ts';
import { openLoopback } from '../loopback.ts';
import { inOurNames, ourPath, theirNames } from './names.ts';

type Config = Parameters<NonNullable<ITwitterApiClientPlugin['onBeforeStreamRequestConfig']>>[0];

/** Before the client signs: what it signs is what is sent. */
function direct({ params }: Config, base: string): void {
  const { pathname } = new URL(params.url.replace(/:(?!\/\/)/g, '%3A'));
  params.url = base + ourPath(decodeURIComponent(pathname));
  // It knows by their usual host that these answer with a form.
  if (pathname.startsWith('/oauth/')) params.forceParseMode = 'url';
  if (params.query) params.query = inOurNames(params.query) as NonNullable<typeof params.query>;
  if (params.body && !Buffer.isBuffer(params.body))
    params.body = inOurNames(params.body) as NonNullable<typeof params.body>;
}

export async function openWorld() {
  const loopback = await openLoopback(theirNames);
  const { platform } = loopback;
  const as = caller(platform);
  const httpAgent = new Agent({ keepAlive: false });
  const plugin: ITwitterApiClientPlugin = {
    onBeforeRequestConfig: (config) => direct(config, platform.baseUrl),
    onBeforeStreamRequestConfig: (config) => direct(config, platform.baseUrl),
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
    cut: loopback.cut,
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
    /** The API key alone. */
    consumer: (appName?: string) => new TwitterApi(keys(appName), settings),
    withBearer: (token: string) => new TwitterApi(token, settings),
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
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
