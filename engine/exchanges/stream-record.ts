import type { Cancel, StreamEnd, StreamOutcome } from '../http/outcome.ts';

/** Why a stream ends when its reader's buffer is full. */
export const tooSlow = 'the reader is too slow: what it has not read yet found no room any more';

/**
 * Wraps a stream: it can be opened once, ends if its reader is too slow, and reports once how it ended. `now` gives
 * epoch ms on the platform's clock.
 */
export function watchStream(
  stream: StreamOutcome,
  now: () => number,
  ended: (end: StreamEnd) => void,
): StreamOutcome {
  const written = { chunks: 0, bytes: 0 };
  let isOpen = false;
  let isOver = false;
  const over = () => isOver;
  const count = ({ length }: Uint8Array): void => {
    written.chunks++;
    written.bytes += length;
  };
  const finish = (reason: string | null): boolean => {
    if (isOver) return false;
    isOver = true;
    ended({ at: now(), ...written, reason });
    return true;
  };
  return {
    ...stream,
    open(sink) {
      if (isOpen) throw new Error('A stream is opened once');
      isOpen = true;
      let cancel: Cancel = () => undefined; // until there is something to cancel
      cancel = stream.open({
        write(chunk) {
          if (over()) return false;
          if (sink.write(chunk)) {
            count(chunk);
            return true;
          }
          finish(tooSlow);
          sink.end(tooSlow);
          cancel();
          return false;
        },
        end(reason, last) {
          if (over()) return;
          if (last) count(last);
          finish(reason ?? null);
          sink.end(reason, last);
        },
      });
      if (over()) cancel();
      return () => {
        if (finish(null)) cancel();
      };
    },
  };
}
