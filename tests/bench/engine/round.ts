/** Measures one contestant, in a process that runs nothing else. */
import { isResponse } from '../../../engine/index.ts';
import type { Outcome } from '../../../engine/index.ts';
import { emptyStopwatch, median, stopwatch } from '../figure.ts';
import type { Contestant } from './contestants.ts';

const rounds = 15;
/** Until the code is compiled. */
const warmUp = 5;
const callsARound = 2000;
/** No window of the limits allows fewer calls. */
const portion = 80;

/** The processor time of a call in microseconds: the median of several rounds. */
export async function measure(contestant: Contestant): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) times.push(await aRound(contestant));
  return median(times.slice(warmUp));
}

/**
 * Starts after a garbage collection and is long enough to fill the heap, so each contestant pays only for its own
 * garbage.
 */
async function aRound({ prepare, run, rest }: Contestant): Promise<number> {
  let spent = 0;
  const empty = emptyStopwatch();
  sweepYoung();
  for (let done = 0; done < callsARound; done += portion) {
    await rest?.(done === 0);
    const requests = prepare && Array.from({ length: portion }, prepare);
    const time = stopwatch();
    for (let index = 0; index < portion; index++) await run(requests?.[index]);
    spent += time() - empty;
  }
  return (spent / callsARound) * 1000;
}

function sweepYoung(): void {
  const gc = globalThis.gc as ((how: { type: 'minor' }) => void) | undefined;
  if (!gc) throw new Error('Run it with --expose-gc, as `npm run bench` does');
  gc({ type: 'minor' });
}

/** A benchmark of refusals would be worthless: a call of the platform must succeed. */
export async function proveAnswer({ says, prepare, run }: Contestant): Promise<void> {
  const outcome = (await run(prepare?.())) as Outcome | Response | string | undefined;
  if (typeof outcome !== 'object') return;
  const status = outcome instanceof Response || isResponse(outcome) ? outcome.status : 0;
  if (status < 200 || status >= 300) throw new Error(`${says}: not answered with success`);
}
