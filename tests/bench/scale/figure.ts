/** One line of the bench. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** The most that it may be. */
  readonly aim: number;
  readonly unit?: string;
  /** The measurements behind it. */
  readonly detail: string;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Milliseconds of processor time, which leaves other processes out. */
export function timed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function sweep(): void {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc, as `npm run bench` does');
  globalThis.gc();
}

export const short = (count: number): string => (count < 1e6 ? `${count / 1000} k` : `${count / 1e6} M`);
