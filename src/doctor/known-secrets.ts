import type { Credential, Exchange } from '../../worker/api.ts';
import { header, isResponse } from '../../worker/api.ts';
import type { RequestTokenPair } from '../state/page-secrets.svelte.ts';
import { parameterOf } from './oauth-parameter.ts';

/** The secrets of an App or a token in the page's vault. */
export interface KnownApp {
  readonly key: string;
  readonly secret: string;
  readonly name: string;
}
export interface KnownToken {
  readonly appKey: string;
  readonly token: string;
  readonly secret: string;
  readonly name: string;
}

type Signing = Extract<Credential, { consumer_key: string }>;
const signs = (each: Credential): each is Signing => each.kind === 'basic' || each.kind === 'oauth1';

/** The latest pair of each App wins: regenerated keys are in the one that was saved last. */
export function knownApps(vault: readonly Credential[]): KnownApp[] {
  const apps = vault
    .filter(signs)
    .filter(({ consumer_key }) => consumer_key !== '')
    .sort((a, b) => Number(a.kind === 'basic') - Number(b.kind === 'basic'))
    .map((each): [string, KnownApp] => [
      each.consumer_key,
      { key: each.consumer_key, secret: each.consumer_secret, name: each.appName },
    ]);
  return [...new Map(apps).values()];
}

export function knownTokens(vault: readonly Credential[], inFlow: RequestTokenPair | null): KnownToken[] {
  const tokens = vault.flatMap((each) =>
    each.kind === 'oauth1'
      ? {
          appKey: each.consumer_key,
          token: each.oauth_token,
          secret: each.oauth_token_secret,
          name: `@${each.username}`,
        }
      : [],
  );
  const app = vault.filter(signs).find((each) => each.appId === inFlow?.appId);
  if (!inFlow || !app) return tokens;
  const { oauth_token: token, oauth_token_secret: secret } = inFlow;
  return [...tokens, { appKey: app.consumer_key, token, secret, name: 'request token' }];
}

/** Whether an earlier call that passed the signature check had this nonce, timestamp, key and token. */
export function nonceWasUsed(
  exchanges: readonly Exchange[],
  authorization: string,
  before = Infinity,
): boolean {
  const names = ['oauth_nonce', 'oauth_timestamp', 'oauth_consumer_key', 'oauth_token'];
  const of = (value: string) => names.map((name) => parameterOf(value, name) ?? '').join('\n');
  const wanted = of(authorization);
  return exchanges.some(({ sequence, request, outcome }) => {
    const value = header(request.headers, 'authorization');
    const passed = isResponse(outcome) && outcome.status !== 401;
    return sequence < before && passed && value !== undefined && of(value) === wanted;
  });
}
