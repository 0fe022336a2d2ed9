/** One line of a benchmark's report. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** The aim: the highest allowed value. */
  readonly aim: number;
  /** The value from which a miss is clear and fails the bench, if that is beyond the aim. */
  readonly clear?: number;
  readonly unit?: string;
  /** The measurements behind it. */
  readonly detail: string;
}

/** NaN, the result of measuring nothing, misses every aim. */
export const isMet = ({ value, aim }: Figure): boolean => value <= aim;

export const isClearlyMissed = ({ value, aim, clear = aim }: Figure): boolean => !(value <= clear);

export function lineOf(figure: Figure): string {
  const { what, value, aim, unit = 'times', detail } = figure;
  return `${what.padEnd(64)} ${value.toFixed(2).padStart(9)}  <= ${aim} ${unit}, ${isMet(figure) ? 'met' : 'MISSED'}  (${detail})`;
}

/** Prints each figure as soon as it is known; the process fails if one of them clearly misses its aim. */
export async function printFigures(parts: Iterable<() => Promise<Figure[]> | Figure[]>): Promise<void> {
  const missed: Figure[] = [];
  console.log(`${'figure'.padEnd(64)} ${'measured'.padStart(9)}  aim`);
  for (const measure of parts)
    for (const figure of await measure()) {
      if (!isMet(figure)) missed.push(figure);
      console.log(lineOf(figure));
    }
  console.log(missed.length === 0 ? 'All met' : `${missed.length} missed`);
  process.exitCode = missed.some(isClearlyMissed) ? 1 : 0;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Milliseconds of processor time, which excludes other processes. */
export function timed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return millisecondsSince(before);
}

/** The same for asynchronous work. */
export async function timedAsync(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return millisecondsSince(before);
}

/** Returns the milliseconds of processor time since then. */
export function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => millisecondsSince(before);
}

/**
 * What a stopwatch with nothing between its two readings shows, a few microseconds. Where what is measured takes less
 * than a millisecond, it is subtracted.
 */
export const emptyStopwatch = (): number => median(Array.from({ length: 25 }, () => stopwatch()()));

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function sweep(): void {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc, as `npm run bench` does');
  globalThis.gc();
}

export const short = (count: number): string => (count < 1e6 ? `${count / 1000} k` : `${count / 1e6} M`);
