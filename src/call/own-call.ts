import { figure } from '../parts/figures.ts';
import { membersIn } from '../parts/json.ts';
import { encodeForm, header, isResponse, prove, text, utf8 } from '../../worker/api.ts';
import type { Credential, Exchange, HttpRequest } from '../../worker/api.ts';
import { baseOfPath } from '../state/bases.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { callKeyOf } from './call-key.ts';

/** Calls that a view makes by itself, as any App would. */
export interface AskedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path under the base of its API. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answered {
  /** null for a connection that was closed without an answer. */
  readonly status: number | null;
  readonly json: Body;
  readonly exchange: Exchange;
  /** "998 of 1,000 left", for the tightest window; null if the answer does not tell. */
  readonly left: string | null;
}

/** The members of a body that views read; missing ones are undefined. */
export interface Body {
  readonly id?: unknown;
  readonly data?: unknown;
  readonly includes?: unknown;
  readonly meta?: {
    readonly next_token?: string;
    readonly result_count?: number;
    readonly newest_id?: string;
  };
  readonly errors?: readonly { readonly message: string }[];
  readonly detail?: string;
}

export type UserCredential = Extract<Credential, { kind: 'oauth1' }>;
export type AppCredential = Extract<Credential, { kind: 'app' }>;

/** A user's token that an App holds, by default the App in use; null for none. */
export const tokenOf = (
  session: PageSession,
  userId: string,
  appId = session.app?.id,
): UserCredential | null =>
  session.world.vault.find(
    (each): each is UserCredential =>
      each.kind === 'oauth1' && each.appId === appId && each.userId === userId,
  ) ?? null;

/** The App's own token; null for none. */
export const appTokenOf = (session: PageSession, appId: string): AppCredential | null =>
  session.world.vault.find((each): each is AppCredential => each.kind === 'app' && each.appId === appId) ??
  null;

/** Signs the call with the user's token, or sends it with the App's bearer token. */
export async function ownCall(
  session: PageSession,
  credential: UserCredential | AppCredential,
  { method, path, query = {}, body }: AskedCall,
): Promise<Answered> {
  const search = encodeForm(Object.entries(query));
  const request: HttpRequest = {
    id: crypto.randomUUID(),
    method,
    url: `${baseOfPath(session.greeting, path)}${path}${search === '' ? '' : `?${search}`}`,
    headers: body ? [['content-type', 'application/json']] : [],
    ...(body && { body: utf8(JSON.stringify(body)) }),
    // What changes something was pressed, as a like; what reads is there to fill a view.
    ...(method === 'GET' && { unasked: true }),
  };
  const { message } = prove(request, callKeyOf(credential), {
    nonce: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Math.floor(session.clock.now / 1000),
  });
  session.mark.callSent();
  const { outcome, exchange } = await session.playground.send(message);
  if (!isResponse(outcome)) return { status: null, json: {}, exchange, left: null };
  const [limit, remaining] = ['limit', 'remaining'].map((each) =>
    header(outcome.headers, `svc-rate-limit-${each}`),
  );
  return {
    status: outcome.status,
    json: membersIn(text(outcome.body)),
    exchange,
    left:
      limit === undefined || remaining === undefined
        ? null
        : `${figure(Number(remaining))} of ${figure(Number(limit))} left`,
  };
}
