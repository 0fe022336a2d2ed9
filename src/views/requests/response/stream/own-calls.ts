/** Calls that the pane of a stream makes by itself, for the App of the stream. */
import type { Advice, Exchange } from '../../../../../worker/api.ts';
import { ownCall } from '../../../../call/own-call.ts';
import type { Answered, AppCredential, AskedCall, UserCredential } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';

/** A refused call, with acts that fix it. */
export interface RefusedCall {
  readonly exchange: Exchange;
  readonly advice: Advice | null;
}

/** Sends the call. For a refusal, the engine's proposed fixes are included. */
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
