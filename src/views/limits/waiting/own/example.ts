/** What a person begins with. It stops at 0 left, so that nothing is refused. */
export const example = `// Called after each call: how many ms to wait before the next one.
/** @param {Last} last */
export function wait(last) {
  if (last.status === null) return 60_000; // no response

  const left = Number(last.headers['svc-rate-limit-remaining']);
  const reset = Number(last.headers['svc-rate-limit-reset']);
  const untilReset = reset * 1000 - last.time;

  if (last.status === 429) return untilReset;
  return left === 0 ? untilReset : 0;
}
`;

/** What the program has beside its language. */
export const declarations = `/** What is known after a call. */
interface Last {
  /** null where there was no response. */
  readonly status: number | null;
  /** Of the first error; null for none. */
  readonly code: number | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch ms of the platform's clock. */
  readonly time: number;
  /** Calls so far. */
  readonly number: number;
  /** Refusals one after another, this one included. */
  readonly refusals: number;
}

/** What lasts from one call to the next. Variables may not. */
declare const storage: {
  get(key: string): Promise<any>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
};

/** What is logged is shown below: the last 100 lines. */
declare const console: Record<'debug' | 'log' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>;
`;
