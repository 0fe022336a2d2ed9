/** Hosts that serve files for feeds: the outside world of a platform. */
import { setImmediate } from 'node:timers/promises';
import { utf8 } from '../../engine/index.ts';
import type { Open, Opened, SendFailure } from '../../engine/index.ts';

type Served = Opened | SendFailure | Uint8Array | string;

export class ShopHost {
  /** By address. */
  readonly #files = new Map<string, () => Served | Promise<Served>>();
  /** The requested addresses, in order. */
  readonly asked: string[] = [];

  serve(url: string, file: Served | (() => Served | Promise<Served>)): void {
    this.#files.set(url, typeof file === 'function' ? file : () => file);
  }

  open: Open = async ({ request, signal }) => {
    this.asked.push(request.url);
    const file = await this.#files.get(request.url)?.();
    if (file === undefined) return answer(404, utf8('There is no such file.'));
    if (typeof file === 'string') return answer(200, utf8(file));
    if (!(file instanceof Uint8Array)) return file;
    return signal.aborted ? { kind: 'failure', reason: 'closed', message: 'gone' } : answer(200, file);
  };
}

export const answer = (
  status: number,
  body: Uint8Array,
  headers: Opened['headers'] = [['Content-Length', String(body.length)]],
): Opened => ({ status, headers, body: streamOf([body]) });

/** Yields to the event loop before each piece. */
export function streamOf(pieces: Iterable<Uint8Array>, end?: Error): ReadableStream<Uint8Array> {
  async function* flow() {
    for (const piece of pieces) {
      await setImmediate();
      yield piece;
    }
    if (end) throw end;
  }
  const flowing = flow();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await flowing.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
