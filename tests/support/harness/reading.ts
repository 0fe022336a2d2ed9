/** Reads a stream line by line. */
import type { OpenStream } from '../../../worker/api.ts';

export interface Reading {
  readonly lines: readonly string[];
  /** Why the stream ended; null while it is open, and empty if it was complete. */
  readonly ended: string | null;
  /** Starts reading, if it has not started. */
  start(): void;
  cancel(): Promise<void>;
}

export function readingOf({ body }: OpenStream): Reading {
  const lines: string[] = [];
  const reader = body.getReader();
  let ended: string | null = null;
  let rest = '';
  let isReading = false;

  async function read(): Promise<void> {
    const words = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + words.decode(value, { stream: true })).split('\n');
      rest = parts.pop()!;
      lines.push(...parts);
    }
  }

  return {
    lines,
    get ended() {
      return ended;
    },
    start() {
      if (isReading) return;
      isReading = true;
      read().then(
        () => (ended = ''),
        (error: unknown) => (ended = String(error)),
      );
    },
    cancel: () => reader.cancel(),
  };
}
