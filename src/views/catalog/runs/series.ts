/** How fast a run read, from its samples. */
import type { RunFigures } from '../../../../worker/api.ts';

type Samples = RunFigures['samples'];

export interface Step {
  /** Ms since the run began. */
  readonly from: number;
  readonly until: number;
  /** MB per second. */
  readonly speed: number;
}

export function stepsOf(samples: Samples): readonly Step[] {
  const steps: Step[] = [];
  let before = { ms: 0, bytes: 0 };
  for (const sample of samples) {
    const ms = sample.ms - before.ms;
    if (ms > 0)
      steps.push({
        from: before.ms,
        until: sample.ms,
        speed: Math.max(0, sample.bytes - before.bytes) / 1000 / ms,
      });
    if (ms > 0) before = sample;
  }
  return steps;
}

/** Bytes and rows per second over the last two known seconds; null before there are two samples. */
export function paceNow(samples: Samples): { readonly bytes: number; readonly rows: number } | null {
  const last = samples.at(-1);
  if (!last) return null;
  const first = samples.findLast(({ ms }) => ms <= last.ms - 2000) ?? samples[0] ?? last;
  const ms = last.ms - first.ms;
  if (ms <= 0) return null;
  return { bytes: ((last.bytes - first.bytes) * 1000) / ms, rows: ((last.rows - first.rows) * 1000) / ms };
}

/** The next of 1, 2, 5, 10, 20, 50 … above a value. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 3, 5].map((each) => Number((each * power).toPrecision(1)));
  return steps.find((each) => each >= value) ?? Number((10 * power).toPrecision(1));
}

/** A step line in a box of this size. */
export function pathOf(steps: readonly Step[], most: number, width: number, height: number): string {
  const end = steps.at(-1)?.until ?? 0;
  if (end === 0) return '';
  const parts = steps.map(({ from, until, speed }, at) => {
    const y = (height - (height * speed) / most).toFixed(1);
    const [left, right] = [from, until].map((ms) => ((width * ms) / end).toFixed(1));
    return `${at === 0 ? 'M' : 'L'}${left} ${y}H${right}`;
  });
  return parts.join('');
}
