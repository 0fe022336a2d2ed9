/** What a page hears of a file that is read or written, and the turns of everybody else. */
import type { PlaygroundEvent } from '../../contract/events.ts';

/** Who hears of it. */
export interface Telling {
  readonly say: (event: PlaygroundEvent) => void;
  readonly turn: () => Promise<void>;
}

/** How long others wait at most, in ms. */
const busyMs = 8;
/** How often a page hears how far it is, in ms. */
const tellMs = 250;
/** How often a page hears that it is still at work, in ms. */
const stillMs = 5000;

/** `rest` gives others their turn; `at` is told how far it is, of `total` bytes. */
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

/** Says that it is still at work, for as long as that takes: what is silent for minutes is given up. */
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
