/** What a call is answered, on its way from the host to the page that made it. */
import { dispatch } from './contract/contract.ts';
import type { Call } from './contract/contract.ts';
import type { Host } from './host/host.ts';
import { plainError, replyOf } from './contract/reply.ts';
import type { Reply } from './contract/reply.ts';
import { Streaming } from './contract/streaming.ts';
import type { Greeting } from './contract/world.ts';

/** A reply with the port of the stream that it opens. */
export type Answer = Reply & { readonly stream?: MessagePort };

export const refusal = (error: unknown): Extract<Reply, { ok: false }> => ({
  ok: false,
  error: plainError(error),
});

/** What the host answers, with the stream that stands behind it. */
export async function answerOf(
  host: Host,
  call: Call,
): Promise<{ reply: Reply; streaming?: Streaming<unknown> }> {
  const reply = await replyOf(() => dispatch(host, call));
  if (!reply.ok || !(reply.value instanceof Streaming)) return { reply };
  const streaming = reply.value;
  return { reply: { ok: true, value: streaming.value, streams: true }, streaming };
}

/** The greeting of another tab's host, as it is true here. */
export const fromAnotherTab = (greeting: Greeting): Reply => ({
  ok: true,
  value: { ...greeting, storage: { ...greeting.storage, engine: 'another tab' } },
});
