import { encodeRfc3986 } from '../../../../worker/api.ts';

/** How an HTTP Basic header is made of an API Key and its secret (specification 4.2, choice: o2-app-only). */
export interface BasicSteps {
  readonly key: string;
  readonly secret: string;
  readonly joined: string;
  readonly encoded: string;
}

export function basicSteps(consumerKey: string, consumerSecret: string): BasicSteps {
  const key = encodeRfc3986(consumerKey);
  const secret = encodeRfc3986(consumerSecret);
  const joined = `${key}:${secret}`;
  return { key, secret, joined, encoded: btoa(joined) };
}
