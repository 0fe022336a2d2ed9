/** The longest tasks of the page's thread, from Chromium's tracing. */
import type { Page } from '@playwright/test';

export interface LongestTask {
  /** Processor time in ms, which excludes other processes on a shared machine. */
  readonly processor: number;
  /** Wall time in ms; perhaps of another task. */
  readonly clock: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** µs of wall time, and of the thread's processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const isTask = ({ name, ph }: TraceEvent): boolean => ph === 'X' && name.endsWith('RunTask');
const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;

/** The longest tasks of the threads that render pages, while something runs in one. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser that can be traced');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const drawing = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((each) => isTask(each) && drawing.has(threadOf(each)));
  if (tasks.length === 0) throw new Error('The browser told of no task');
  const longest = (of: (event: TraceEvent) => number | undefined): number =>
    tasks.reduce((most, each) => Math.max(most, of(each) ?? 0), 0) / 1000;
  return { processor: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) };
}
