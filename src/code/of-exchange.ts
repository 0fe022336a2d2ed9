import { header } from '../../worker/api.ts';
import type { Credential, HttpRequest } from '../../worker/api.ts';
import type { CallCredential } from '../call/call-key.ts';
import type { CodeSource } from './of-message.ts';

type Known = Omit<CodeSource, 'message' | 'credential' | 'protocol'>;

/** The parameters that signing adds by itself (RFC 5849 3.1); the others in the header were given. */
const made = /^oauth_(?:consumer_key|nonce|signature|signature_method|timestamp|token|version)$/;

/** A sent call as the source of its program. Its credentials are looked up in the vault. */
export function sourceOfCall(message: HttpRequest, vault: readonly Credential[], known: Known): CodeSource {
  const authorization = header(message.headers, 'authorization') ?? '';
  const pairs = pairsIn(authorization);
  return {
    ...known,
    message: { ...message, headers: message.headers.filter(([name]) => !/^host$/i.test(name)) },
    credential: provedBy(authorization, new Map(pairs), vault),
    protocol: pairs.filter(([name]) => name.startsWith('oauth_') && !made.test(name)),
  };
}

const pairsIn = (authorization: string): [name: string, value: string][] =>
  /^OAuth\s/i.test(authorization)
    ? [...authorization.matchAll(/([\w.~%-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        decoded(name),
        decoded(value),
      ])
    : [];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** null if the vault does not hold it. */
function provedBy(
  authorization: string,
  parameters: ReadonlyMap<string, string>,
  vault: readonly Credential[],
): CallCredential | null {
  const [, token] = /^Bearer\s+(.+)$/i.exec(authorization) ?? [];
  if (token !== undefined)
    return (
      vault.find(
        (each) =>
          (each.kind === 'app' && each.bearer_token === token) ||
          (each.kind === 'oauth2' && each.access_token === token),
      ) ?? null
    );
  const key = parameters.get('oauth_consumer_key');
  if (key === undefined) return null;
  const userToken = parameters.get('oauth_token');
  for (const each of vault) {
    if (each.kind === 'oauth1' && each.consumer_key === key && each.oauth_token === userToken) return each;
    if (each.kind === 'basic' && each.consumer_key === key && userToken === undefined)
      return { ...each, kind: 'consumer' };
  }
  return null;
}
