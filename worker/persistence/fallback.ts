/** Why data is not saved, as a sentence for the status line. */

const after = 'Everything goes on in the memory of this tab; export it to keep it.';

const lost = 'The stored data was removed, or closed by the browser, while the page was open.';

const denied = 'The browser denies storage to this page.';

const sentences: Readonly<Record<string, string>> = {
  QuotaExceededError: 'The browser has no room left for this page.',
  SecurityError: denied,
  NotSupportedError: 'This browser has no IndexedDB.',
  InvalidStateError: lost,
  DatabaseClosedError: lost,
  NotFoundError: lost,
};

export function reasonFor(error: unknown): string {
  const causes = causesOf(error);
  for (const { name, message } of causes) {
    // Chromium has no name of its own for a person who blocks all cookies.
    const sentence = /denied permission/.test(message) ? denied : sentences[name];
    if (sentence) return `${sentence} ${after}`;
  }
  const text = causes.at(-1)?.message ?? String(error);
  return `The browser's storage failed: ${text.replace(/\.$/, '')}. ${after}`;
}

/** The disk, or the browser's share of it, is full. */
export const isNoRoom = (error: unknown): boolean =>
  causesOf(error).some(({ name }) => name === 'QuotaExceededError');

/** Dexie wraps the browser's errors; the innermost one is the cause. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error || cause instanceof DOMException; cause = innerOf(cause))
    causes.push(cause);
  return causes;
}

const innerOf = (error: Error): unknown => ('inner' in error ? error.inner : null) ?? error.cause;

/** Nothing is lost, and no other storage is used: the page waits for this one. */
export const heldReason =
  'The storage of the browser does not answer: a tab that was closed may still hold it. If it stays so, quit the browser and start it again.';

export const newerReason = `A later release of this page has stored its data here; it was left untouched. ${after}`;
export const unreadableReason = (error: unknown): string =>
  `The stored data could not be read (${error instanceof Error ? error.message : String(error)}); it was left untouched. ${after}`;
