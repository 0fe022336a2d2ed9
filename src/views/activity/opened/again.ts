/** Sends an exchange again: a new entry in the log, which names the entry that it repeats. */
import { header, openStream, signRequest } from '../../../../worker/api.ts';
import type { Credential, Exchange, HttpRequest } from '../../../../worker/api.ts';
import { protocolPairs, writtenBySigner } from '../../../doctor/oauth-parameter.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

type How = 'sameBytes' | 'signedAgain';

const authorizationOf = ({ request }: Pick<Exchange, 'request'>): string =>
  header(request.headers, 'authorization') ?? '';

const isOAuth1 = (authorization: string): boolean => /^OAuth\s/i.test(authorization);

/** Whether the platform has used up its nonce. The same bytes are then always refused. */
export const hasUsedNonce = (exchange: Pick<Exchange, 'request' | 'trace'>): boolean =>
  isOAuth1(authorizationOf(exchange)) &&
  exchange.trace.some(({ verb, outcome }) => verb === 'Fresh' && outcome === 'passed');

/** The vault's credential that signed a call; a sentence if there is none. */
export function signerOf(
  exchange: Pick<Exchange, 'request'>,
  vault: readonly Credential[],
): Extract<Credential, { kind: 'oauth1' }> | string {
  const authorization = authorizationOf(exchange);
  if (!isOAuth1(authorization)) return 'The call has no OAuth 1.0a signature.';
  const said = new Map(protocolPairs(authorization));
  const signer = vault.find(
    (each): each is Extract<Credential, { kind: 'oauth1' }> =>
      each.kind === 'oauth1' &&
      each.consumer_key === said.get('oauth_consumer_key') &&
      each.oauth_token === said.get('oauth_token'),
  );
  return signer ?? 'The vault has no secrets for the key and token that signed it.';
}

/** A sentence if it cannot be signed. */
export function messageAgain(
  exchange: Pick<Exchange, 'request' | 'sequence'>,
  how: How,
  vault: readonly Credential[],
  fresh: { readonly nonce: string; readonly timestamp: number },
): HttpRequest | string {
  const { method, url, headers, body } = exchange.request;
  const again = { of: exchange.sequence, how };
  if (how === 'sameBytes') return { method, url, headers, body, again };
  const signer = signerOf(exchange, vault);
  if (typeof signer === 'string') return signer;
  const others = headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  const protocol = protocolPairs(authorizationOf(exchange)).filter(
    ([name]) => !writtenBySigner.has(name) && name !== 'realm',
  );
  const bare = { method, url, headers: others, body };
  const { authorization } = signRequest(bare, signer, { ...fresh, protocol: Object.fromEntries(protocol) });
  return { ...bare, headers: [...others, ['authorization', authorization]], again };
}

/** Sends it and returns the new entry; a sentence if it cannot be sent. */
export async function sendAgain(
  session: PageSession,
  exchange: Exchange,
  how: How,
): Promise<Exchange | string> {
  const message = messageAgain(exchange, how, session.world.vault, {
    nonce: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Math.floor(session.clock.now / 1000),
  });
  if (typeof message === 'string') return message;
  session.mark.callSent();
  const sent = await session.playground.send({ ...message, id: crypto.randomUUID() });
  // The log has the start of the stream; the rest is not read here.
  await openStream(sent)?.body.cancel();
  return sent.exchange;
}
