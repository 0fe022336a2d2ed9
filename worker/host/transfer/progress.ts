/** Progress events of a file that is read or written, and turns for others. */
import type { PlaygroundEvent } from '../../contract/events.ts';

/** Who gets the events. */
export interface Telling {
  readonly say: (event: PlaygroundEvent) => void;
  readonly turn: () => Promise<void>;
}

/** How long others wait at most, in ms. */
const busyMs = 8;
/** How often the progress is sent, in ms. */
const tellMs = 250;
/** How often to send that work continues, in ms. */
const stillMs = 5000;

/** `rest` gives others a turn; `at` takes the progress, out of `total` bytes. */
export function progress(
  { say, turn }: Telling,
  token: string,
  total: number,
): { readonly rest: () => Promise<void>; readonly at: (done: number) => void } {
  let [done, since, told] = [0, performance.now(), performance.now()];
  const rest = async () => {
    const now = performance.now();
    if (now - told >= tellMs) {
      told = now;
      say({ type: 'transfer', token, done, total });
    }
    if (now - since < busyMs) return;
    await turn();
    since = performance.now();
  };
  return { rest, at: (so) => void (done = so) };
}

/** Sends regularly that work continues, because calls are abandoned after minutes of silence. */
export async function keepTelling<T>(
  { say }: Telling,
  token: string,
  total: number,
  work: Promise<T>,
): Promise<T> {
  const telling = setInterval(() => say({ type: 'transfer', token, done: total, total }), stillMs);
  try {
    return await work;
  } finally {
    clearInterval(telling);
  }
}
