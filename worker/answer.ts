/** The answer to a call, on its way from the host to the page that made it. */
import { arriving } from '../engine/inside.ts';
import { dispatch } from './contract/contract.ts';
import type { Call, Handlers } from './contract/contract.ts';
import { plainError, replyOf } from './contract/reply.ts';
import type { Reply } from './contract/reply.ts';
import { Streaming } from './contract/streaming.ts';
import type { Sink } from './contract/streaming.ts';
import type { Down } from './streams/protocol.ts';
import type { StreamSource } from './streams/source.ts';
import type { Greeting } from './contract/world.ts';

/** Opens the stream of an answer. `over` is called once, when the stream has ended for any reason. */
export type BeginStream = (send: (part: Down) => void, over: () => void) => StreamSource;

/** A reply with the port of the stream that it opens. */
export type Answer = Reply & { readonly stream?: MessagePort };

export const refusal = (error: unknown): Extract<Reply, { ok: false }> => ({
  ok: false,
  error: plainError(error),
});

/** The host's answer, and the stream that belongs to it. */
export async function answerOf(
  host: Handlers,
  call: Call,
): Promise<{ reply: Reply; streaming?: BeginStream }> {
  const reply = await replyOf(() => dispatch(host, call));
  if (!reply.ok || !(reply.value instanceof Streaming)) return { reply };
  const opened: Streaming<unknown> = reply.value;
  try {
    // Loaded on demand, because most pages never read a stream.
    const { StreamSource } = await arriving(() => import('./streams/source.ts'));
    const streaming: BeginStream = (send, over) => new StreamSource(opened.open, send, over);
    return { reply: { ok: true, value: opened.value, streams: true }, streaming };
  } catch (error) {
    opened.open(nobody)();
    return { reply: refusal(error) };
  }
}

/** Reads nothing. */
const nobody: Sink = { write: () => false, end: () => {}, drained: () => Promise.resolve() };

/** The greeting of another tab's host, adapted to this tab. */
export const fromAnotherTab = (greeting: Greeting): Reply => ({
  ok: true,
  value: { ...greeting, storage: { ...greeting.storage, engine: 'another tab' } },
});
