/** Calls that the pane of a stream makes by itself, for the App whose stream it is. */
import type { Advice, Exchange } from '../../../../../worker/api.ts';
import { ownCall } from '../../../../call/own-call.ts';
import type { Answered, AppCredential, AskedCall, UserCredential } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';

/** A call that was refused, and what mends it. */
export interface RefusedCall {
  readonly exchange: Exchange;
  readonly advice: Advice | null;
}

/** What the vault holds of an App: its own token, and those of its users. */
export const appTokenOf = (session: PageSession, appId: string): AppCredential | null =>
  session.world.vault.find((each): each is AppCredential => each.kind === 'app' && each.appId === appId) ??
  null;

export const userTokenOf = (session: PageSession, appId: string, userId: string): UserCredential | null =>
  session.world.vault.find(
    (each): each is UserCredential =>
      each.kind === 'oauth1' && each.appId === appId && each.userId === userId,
  ) ?? null;

/** Sends it. A refusal comes with what the engine says that mends it. */
export async function callAs(
  session: PageSession,
  credential: AppCredential | UserCredential,
  asked: AskedCall,
): Promise<{ readonly answered: Answered; readonly refused: RefusedCall | null }> {
  const answered = await ownCall(session, credential, asked);
  const { status, exchange } = answered;
  if (status !== null && status < 300) return { answered, refused: null };
  return {
    answered,
    refused: { exchange, advice: await session.playground.advise(exchange.request.id ?? '') },
  };
}
