import { covers } from '../../../../worker/api.ts';
import type { AuthKind, Credential, EndpointDescription } from '../../../../worker/api.ts';
import type { CallCredential } from '../../../call/call-key.ts';
import type { RequestTokenPair } from '../../../state/page-secrets.svelte.ts';
import type { AuthChoice } from './route.ts';

type Kind = CallCredential['kind'];

const keyPair = ['consumer_key', 'consumer_secret'] as const;
const signing = [...keyPair, 'oauth_token', 'oauth_token_secret'] as const;

export const secretFields = {
  basic: keyPair,
  consumer: keyPair,
  requestToken: signing,
  client: ['client_id', 'client_secret'],
  app: ['bearer_token'],
  oauth1: signing,
  oauth2: ['access_token'],
} as const satisfies Record<Kind, readonly string[]>;

export type SecretField = (typeof secretFields)[Kind][number];
export type Edits = Readonly<Partial<Record<SecretField, string>>>;

/** Fields that identify somebody. The others are secret. */
export const publicFields: readonly SecretField[] = ['consumer_key', 'oauth_token', 'client_id'];

export const authNames: Readonly<Record<AuthChoice, string>> = {
  none: 'None',
  basic: 'API key',
  client: 'OAuth 2.0 client',
  app: 'Bearer',
  oauth2: 'OAuth 2.0 user',
  consumer: 'OAuth 1.0a App',
  requestToken: 'OAuth 1.0a request token',
  oauth1: 'OAuth 1.0a user',
};

/** Whether it is a page, which a browser requests. */
export const asksBrowser = (takes: readonly AuthKind[]): boolean =>
  takes.includes('session') || takes.includes('visitor');

/**
 * Whether an endpoint accepts it. A browser's session is a cookie, and some addresses authenticate themselves: both are
 * sent without an Authorization header.
 */
export const isTaken = (choice: AuthChoice, takes: readonly AuthKind[]): boolean =>
  takes.includes(choice) || (choice === 'none' && (asksBrowser(takes) || takes.includes('address')));

/** The kind of credential in the vault for a call of this kind. */
export const heldKind = (choice: Kind): Credential['kind'] =>
  choice === 'consumer' || choice === 'requestToken' ? 'basic' : choice;

/** What an endpoint accepts, in words: the reason why it refuses the other kinds. */
export function takenBy(takes: readonly AuthKind[]): string {
  const [user, app] = [takes.includes('oauth1'), takes.includes('app')];
  if (user && app) return 'it needs the token of an App or of a user';
  if (user) return 'it acts for a user, so it needs a user’s token';
  return app ? 'it needs the App’s bearer token' : (alone[takes[0]!] ?? '');
}

const alone: Partial<Record<AuthKind, string>> = {
  basic: 'it takes the API key and secret alone',
  consumer: 'it is signed before there is any token',
  requestToken: 'it is signed with the request token',
  client: 'it takes the OAuth 2.0 client alone',
  session: 'it is a page, which knows its visitor by a cookie',
  visitor: 'it is a page, which knows its visitor by a cookie',
  address: 'its address is the proof',
  none: 'it takes everybody',
};

/** What a user's token lacks for an endpoint, as far as the page knows the token; null for nothing. */
export function lackOf(
  credential: CallCredential,
  { permission, scopes }: Pick<EndpointDescription, 'permission' | 'scopes'>,
): string | null {
  if (credential.kind === 'oauth1') return covers(credential.permission, permission) ? null : permission;
  if (credential.kind !== 'oauth2' || credential.scopes.length === 0) return null;
  return scopes.filter((scope) => !credential.scopes.includes(scope)).join(' ') || null;
}

interface Who {
  readonly appId: string;
  readonly appName: string;
  readonly userId: string;
  readonly username: string;
}

/** The credential with the person's edits. If the vault has none, the edits alone. */
export function edited(
  kind: Kind,
  held: Credential | null,
  edits: Edits,
  who: Who,
  token: RequestTokenPair | null = null,
): CallCredential | null {
  if (!held && Object.values(edits).every((value) => value === '')) return null;
  const base = held?.kind === heldKind(kind) ? turned(kind, held, token) : blank(kind, who);
  return { ...base, ...edits };
}

/** The API key and secret, as used in the steps before there is a user token. */
function turned(kind: Kind, held: Credential, token: RequestTokenPair | null): CallCredential {
  if (held.kind !== 'basic' || kind === 'basic') return held;
  if (kind === 'consumer') return { ...held, kind };
  const { oauth_token = '', oauth_token_secret = '' } = token?.appId === held.appId ? token : {};
  return { ...held, kind: 'requestToken', oauth_token, oauth_token_secret };
}

function blank(kind: Kind, { appId, appName, userId, username }: Who): CallCredential {
  const base = { id: 'typed', appId, appName };
  const key = { consumer_key: '', consumer_secret: '' };
  const token = { oauth_token: '', oauth_token_secret: '' };
  switch (kind) {
    case 'app':
      return { ...base, kind, bearer_token: '' };
    case 'basic':
    case 'consumer':
      return { ...base, kind, ...key };
    case 'requestToken':
      return { ...base, kind, ...key, ...token };
    case 'client':
      return { ...base, kind, client_id: '', client_secret: '' };
    case 'oauth2':
      return { ...base, kind, access_token: '', refresh_token: null, scopes: [], userId, username };
    case 'oauth1':
      return { ...base, kind, ...key, ...token, userId, username, permission: 'read' };
  }
}
