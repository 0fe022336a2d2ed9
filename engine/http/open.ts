/** Calls to the outside whose body is too long for memory and arrives in pieces. */
import type { HeaderList, HttpRequest } from './messages.ts';
import { failed, isFailure } from './send.ts';
import type { Send, SendFailure } from './send.ts';

export interface OpeningCall {
  readonly request: HttpRequest;
  /** Aborts when the reader has left. */
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly status: number;
  readonly headers: HeaderList;
  /** Errors with a `SourceFailed` if no bytes arrive within the host's time limit, or if the connection ends early. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Does not follow redirects. Limits the time without bytes, not the total time. */
export type Open = (call: OpeningCall) => Promise<Opened | SendFailure>;

/** Why a body ended early. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';

  constructor(
    readonly reason: 'stalled' | 'closed',
    message: string,
  ) {
    super(message);
  }
}

/** Limits of a host that can only `send`. */
const limits = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 };

/** For a host without streams: the answer arrives as a whole, and is limited to 64 MiB. */
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
