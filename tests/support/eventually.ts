import { vi } from 'vitest';

/**
 * Waits until a check passes and returns its result. A test waits for a condition, never for a time: the limit only
 * protects against hanging, and is far beyond what a slow or busy machine needs. `expect.poll` has the same one
 * (vite.config.ts).
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: hangingMs, interval: 5 });

/** When a wait counts as hanging, in ms; well below the limit of a whole test, so that the check's error is shown. */
const hangingMs = 120_000;
