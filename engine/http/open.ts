/** The way out for what is too long to be held whole: a body that arrives piece by piece. */
import type { HeaderList, HttpRequest } from './messages.ts';
import { failed, isFailure } from './send.ts';
import type { Send, SendFailure } from './send.ts';

export interface OpeningCall {
  readonly request: HttpRequest;
  /** Anyone who reads has gone away. */
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly status: number;
  readonly headers: HeaderList;
  /** Errors with a `SourceFailed` when nothing comes for as long as the host waits, or the connection ends early. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Follows no redirect. Limits how long nothing comes, not how long all of it takes. */
export type Open = (call: OpeningCall) => Promise<Opened | SendFailure>;

/** What ends a body before its end. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';

  constructor(
    readonly reason: 'stalled' | 'closed',
    message: string,
  ) {
    super(message);
  }
}

/** What a host that only sends holds of an answer. */
const limits = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 };

/** For a host that has no streams: the answer comes whole, and may have 64 MiB. */
export const openBySending =
  (send: Send): Open =>
  async ({ request }) => {
    try {
      const result = await send(request, limits);
      if (isFailure(result)) return result;
      const { status, headers, body } = result;
      return { status, headers, body: new Blob([body.slice()]).stream() };
    } catch (error) {
      return failed('closed', error instanceof Error ? error.message : String(error));
    }
  };
