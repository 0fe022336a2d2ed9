import { encodeRfc3986, header, loadDoctor } from '../../worker/api.ts';
import type { Diagnosis, Exchange, SignatureEvidence } from '../../worker/api.ts';
import { exchangesOf } from '../state/exchanges-of.ts';
import { basesOf } from '../state/bases.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { knownApps, knownTokens, nonceWasUsed } from './known-secrets.ts';
import { parameterOf } from './oauth-parameter.ts';
import { signedWith } from './signed-with.ts';

/** The doctor's finding about a refused call, or a sentence that says why there is none. */
export type Opinion =
  | { readonly kind: 'diagnosis'; readonly diagnosis: Diagnosis }
  | { readonly kind: 'words'; readonly text: string };

/** Diagnoses with the vault's secrets, which are the ones that the person would sign with. */
export async function examine(
  session: PageSession,
  exchange: Exchange,
  evidence: SignatureEvidence | undefined,
): Promise<Opinion> {
  const { request, at, sequence } = exchange;
  const authorization = header(request.headers, 'authorization') ?? '';
  const { vault } = session.world;
  const app = knownApps(vault).find(({ key }) => key === parameterOf(authorization, 'oauth_consumer_key'));
  if (!app) return words('no API Secret for this oauth_consumer_key is kept in this page');
  const tokens = knownTokens(vault, session.secrets.requestToken);
  const named = parameterOf(authorization, 'oauth_token');
  const token = tokens.find((each) => each.token === named);
  if (named && !token) return words('no secret for this oauth_token is kept in this page');
  const [{ diagnose }, exchanges] = await Promise.all([loadDoctor(), usesOf(session, exchange)]);
  const used = signedWith(session.secrets, parameterOf(authorization, 'oauth_signature'));
  const diagnosis = diagnose({
    ...request,
    authorization,
    consumer_secret: app.secret,
    token_secret: token?.secret ?? '',
    context: {
      now: at,
      nonceUsed: nonceWasUsed(exchanges, authorization, sequence),
      otherTokenSecrets: tokens.filter((each) => each !== token).map(({ secret }) => secret),
      otherSecrets: used ? [used] : [],
      baseUrls: basesOf(session.greeting),
    },
  });
  if (diagnosis.verdict !== 'correct') return { kind: 'diagnosis', diagnosis };
  return evidence?.baseString === diagnosis.baseString ? stale : elsewhere;
}

/** The calls of the log that may have used its nonce. */
async function usesOf({ playground }: PageSession, { request }: Exchange): Promise<readonly Exchange[]> {
  const nonce = parameterOf(header(request.headers, 'authorization') ?? '', 'oauth_nonce');
  if (!nonce) return [];
  const filter = `dir:in header:"${encodeRfc3986(nonce).replaceAll('"', '')}"`;
  const found = await playground.ask('exchanges.find', { filter, pinned: [], from: 0, count: 100 });
  const sequences = found.kind === 'rows' ? found.rows.map(({ sequence }) => sequence) : [];
  return sequences.length === 0 ? [] : await exchangesOf(playground, { sequences });
}

const words = (why: string): Opinion => ({ kind: 'words', text: `It cannot tell: ${why}.` });

/** The signature is valid by the vault's secrets; the call was refused for another reason. */
const elsewhere: Opinion = {
  kind: 'words',
  text: 'With the secrets kept in this page the signature is right. The call was refused for the reason in the step above.',
};

/**
 * The signature is valid by the vault's secrets over the platform's own base string, but the platform computed another
 * one.
 */
const stale: Opinion = {
  kind: 'words',
  text: 'With the secrets kept in this page the signature is right, and the base strings are the same: the platform has different secrets now. They were regenerated or revoked; take the new ones from the Portal.',
};
