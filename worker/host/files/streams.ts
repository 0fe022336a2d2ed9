import { SourceFailed } from '../../../engine/inside.ts';

/** A stream of what a generator gives on demand. The signal aborts when the reader cancels. */
export function streamOf(
  flow: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void, undefined>,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const flowing = flow(gone.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await flowing.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** How long to wait for the next bytes, in real ms. */
export const stallMs = 30_000;

/** The same stream, but it ends with a `SourceFailed` when nothing comes for too long, and when the signal aborts. */
export function withoutStalls(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  mostMs = stallMs,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await soon(reader.read(), signal, mostMs).catch((error: unknown) => {
          leave();
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function soon<T>(reading: Promise<T>, signal: AbortSignal, mostMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (reason: 'stalled' | 'closed', message: string) => reject(new SourceFailed(reason, message));
    const stop = () => fail('closed', 'its reader has left');
    const timer = setTimeout(() => fail('stalled', `nothing came for ${mostMs / 1000} s`), mostMs);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void reading.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}
