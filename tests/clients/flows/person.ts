/** The platform behind a loopback server, one of its Apps, and a person whose browser uses it over the network. */
import type { HttpRequest, Outcome } from '../../../engine/index.ts';
import { Browser } from '../../../testing/browser.ts';
import { caller } from '../../../testing/platform.ts';
import { openLoopback } from '../loopback.ts';

async function overNetwork({ method, url, headers, body }: HttpRequest): Promise<Outcome> {
  const response = await fetch(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    redirect: 'manual',
    ...(body && { body: new Uint8Array(body) }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { kind: 'response', status: response.status, headers: [...response.headers], body: bytes };
}

/** Listed with every App of the starter; nothing answers there, the browser only navigates to it. */
export const callback = 'http://127.0.0.1:8080/callback';

export async function openSite(appName = 'Northwind Reader') {
  const loopback = await openLoopback();
  const { platform } = loopback;
  const base = platform.baseUrl;
  return {
    platform,
    base,
    keys: caller(platform).credential('basic', appName),
    urls: {
      request: `${base}/oauth/request_token`,
      authorize: `${base}/oauth/authorize`,
      access: `${base}/oauth/access_token`,
      me: `${base}/2/users/me`,
    },
    browser: new Browser(base, overNetwork),
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
  };
}
