import type { Credential, KnownValues, LabelledSecret } from '../../../../worker/api.ts';

const most = 32;

type Of<Kind extends Credential['kind']> = Extract<Credential, { kind: Kind }>;
const ofKind =
  <Kind extends Credential['kind']>(kind: Kind) =>
  (each: Credential): each is Of<Kind> =>
    each.kind === kind;

/** The keys of an App as the page keeps them; null for none. */
export function keysOf(vault: readonly Credential[], appId: string | undefined): Of<'basic'> | null {
  return vault.filter(ofKind('basic')).find((each) => each.appId === appId) ?? null;
}

/**
 * What may have been used in the secret's place: what was typed, the secrets of other Apps and, for a secret that the
 * page keeps, what belongs to the same App.
 */
export function knownValues(
  vault: readonly Credential[],
  typed: { readonly secret: string; readonly apiKey: string; readonly others: string },
): KnownValues {
  const basics = vault.filter(ofKind('basic'));
  const own = basics.find(({ consumer_secret }) => consumer_secret === typed.secret);
  const apiKey = typed.apiKey.trim() || own?.consumer_key;
  const oauth1 = vault.filter(ofKind('oauth1')).find((each) => each.appId === own?.appId);
  const client = vault.filter(ofKind('client')).find((each) => each.appId === own?.appId);
  const bearer = vault.filter(ofKind('app')).find((each) => each.appId === own?.appId);
  return {
    ...(apiKey ? { apiKey } : {}),
    ...(own && bearer ? { bearer: bearer.bearer_token } : {}),
    ...(own && client ? { clientId: client.client_id } : {}),
    ...(own && client?.client_secret ? { clientSecret: client.client_secret } : {}),
    ...(own && oauth1
      ? { accessToken: oauth1.oauth_token, accessTokenSecret: oauth1.oauth_token_secret }
      : {}),
    otherSecrets: [
      ...secretsIn(typed.others),
      ...basics
        .filter((each) => each !== own)
        .map((each) => ({ label: `the secret of ${each.appName}`, value: each.consumer_secret })),
    ].slice(0, most),
  };
}

/** One a line. */
const secretsIn = (lines: string): LabelledSecret[] =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, most)
    .map((value, at) => ({ label: `your further secret ${at + 1}`, value: value.slice(0, 1_024) }));
