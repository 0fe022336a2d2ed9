import type { Act, AuthKind, Credential, HttpRequest } from '../../worker/api.ts';
import { header } from '../../worker/api.ts';
import type { Sent } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

export type UseCredential = Extract<Act, { kind: 'useCredential' }>;

/** How the page can get valid authentication: it has a credential, the portal creates one, or a user signs in. */
export type ProofPlan =
  | { readonly how: 'held'; readonly kind: AuthKind; readonly credential: Credential }
  | {
      readonly how: 'made';
      readonly kind: AuthKind;
      readonly credential: 'basic' | 'app' | 'oauth1' | 'client';
    }
  | { readonly how: 'signIn'; readonly flow: 'oauth1' | 'oauth2' };

/** Ordered by effort, the least first. */
const preferred: readonly AuthKind[] = [
  'oauth1',
  'app',
  'oauth2',
  'basic',
  'client',
  'consumer',
  'requestToken',
];

export const heldAs = (kind: AuthKind): Credential['kind'] | null => {
  if (kind === 'consumer' || kind === 'requestToken') return 'basic';
  const isBare = kind === 'none' || kind === 'session' || kind === 'visitor' || kind === 'address';
  return isBare ? null : kind;
};

/** null if there is no way: a page of the platform recognises its visitor only by a cookie. */
export function proofPlan(
  { take, appId, userId }: UseCredential,
  sent: Sent,
  session: PageSession,
): ProofPlan | null {
  const app = appId ?? session.app?.id;
  const user = userId ?? session.user?.id;
  const isOf = (each: Credential, kind: AuthKind): boolean =>
    each.kind === heldAs(kind) && each.appId === app && (!('userId' in each) || each.userId === user);
  const kinds = preferred.filter((kind) => take.includes(kind));
  for (const kind of kinds) {
    const credential = session.world.vault.find(
      (each) => isOf(each, kind) && !isSaid(each, sent.exchange.request),
    );
    if (credential) return { how: 'held', kind, credential };
  }
  const [kind] = kinds;
  const owner = session.world.apps.find(({ id }) => id === app)?.ownerId;
  if (kind === undefined || app === undefined) return null;
  if (kind === 'oauth2') return { how: 'signIn', flow: 'oauth2' };
  if (kind === 'oauth1' && owner !== user) return { how: 'signIn', flow: 'oauth1' };
  const credential = heldAs(kind);
  return credential === null || credential === 'oauth2' ? null : { how: 'made', kind, credential };
}

/**
 * Whether the call used this credential, as far as its header shows; the credential was refused then. A signature does
 * not show its secrets.
 */
export function isSaid(credential: Credential, { headers }: HttpRequest): boolean {
  const said = header(headers, 'authorization') ?? '';
  if (credential.kind === 'app') return said === `Bearer ${credential.bearer_token}`;
  if (credential.kind === 'oauth2') return said === `Bearer ${credential.access_token}`;
  return (
    credential.kind === 'oauth1' &&
    said.includes(`oauth_token="${encodeURIComponent(credential.oauth_token)}"`)
  );
}
