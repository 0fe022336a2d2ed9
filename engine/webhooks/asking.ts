/** Challenges a callback for a call that waits for the result. */
import type { PrincipalOf } from '../declaration/principal.ts';
import type { Reply, Services } from '../declaration/services.ts';
import type { Transact } from '../declaration/endpoint.ts';
import { nowhereSaid } from '../exchanges/trace.ts';
import { isRefusal, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';
import { challengeCall } from './checks.ts';
import { crcToken } from './crc.ts';

/** Why a call ends whose caller became invalid while the callback was challenged. */
export type Fallen = 'tokenInvalid' | 'appSuspended';

interface Asking {
  readonly url: string;
  readonly principal: PrincipalOf<'app'>;
  readonly transact: Transact;
}

/** Sends a new challenge and settles its answer with the App's state at that time. */
export function ask<T>(
  { url, principal, transact }: Asking,
  { state, tables, send }: Services,
  settle: (app: App, token: string, reply: Reply) => T extends PromiseLike<unknown> ? never : T,
): Promise<T | Refusal<Fallen>> {
  const token = transact(() => crcToken(state.random));
  return send<T | Refusal<Fallen>>(challengeCall(url, token, principal.app.id), (reply) => {
    const app = standing(principal, tables);
    if (!isRefusal(app)) return settle(app, token, reply);
    reply.trace.add('idle', 'Dropped', app.because, nowhereSaid);
    return app;
  });
}

function standing({ app, token }: PrincipalOf<'app'>, tables: Read): App | Refusal<Fallen> {
  const now = tables.apps.get(app.id);
  if (!now || !tables.bearer_tokens.get(token.access_token))
    return refuse('tokenInvalid', 'the bearer token was revoked while the callback was challenged');
  return now.suspended
    ? refuse('appSuspended', `${now.name} was suspended while the callback was challenged`)
    : now;
}
