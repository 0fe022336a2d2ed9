import { byteSize } from '../parts/figures.ts';
import { dateOf, timeOf } from '../parts/time.ts';
import type { CopyState } from './protocol.ts';

/** What a tab knows about the offline copy. */
export interface KnownCopy {
  readonly state: CopyState | null;
  readonly failed: string | null;
  readonly isRemoved: boolean;
  readonly isOnline: boolean;
  /** Whether parts of the engine are served from the copy only after a reload. */
  readonly needsReload: boolean;
}

export interface CopyWords {
  /** In the status line: one fact. */
  readonly sign: string;
  readonly icon: 'works' | 'comes' | 'lacks';
  /** In the dialog. */
  readonly more: string;
}

/** null if there is nothing to say. */
export function wordsOf({ state, failed, isRemoved, isOnline, needsReload }: KnownCopy): CopyWords | null {
  if (isRemoved)
    return {
      sign: 'No offline copy',
      icon: 'comes',
      more: 'You removed the offline copy. The site is loaded from its server on every visit.',
    };
  if (state !== null && state.since !== null) {
    const { bytes, of, since } = state;
    const part = bytes < of ? `, ${partOf(bytes, of)}` : '';
    const rest =
      bytes < of
        ? ` ${partOf(bytes, of)} are kept so far: what the code editor needs to check a program comes last.`
        : ` ${byteSize(of)} are kept in this browser.`;
    const lacking = failed !== null && bytes < of ? ` It stopped: ${failed}` : '';
    const after = needsReload
      ? ' This tab was opened before the copy existed: in this browser it loads the other parts of the engine from the copy only after a reload.'
      : '';
    const reload = needsReload ? ' after a reload' : '';
    return {
      sign: isOnline ? `Works offline${reload}${part}` : `Offline, everything works${reload}`,
      icon: 'works',
      more: `The site works without a network, even in views that were never opened.${rest} The copy is of ${dateOf(since)}, ${timeOf(since)} UTC.${after}${lacking}`,
    };
  }
  if (failed !== null)
    return {
      sign: 'Does not work offline',
      icon: 'lacks',
      more: `The site could not be kept for use without a network. ${failed} Everything else works. The next visit tries again.`,
    };
  return (
    state && {
      sign: `Preparing for offline use, ${partOf(state.bytes, state.of)}`,
      icon: 'comes',
      more: `The site is being kept in this browser: ${partOf(state.bytes, state.of)}. After that it works without a network, even in views that were never opened.`,
    }
  );
}

/** "1.4 of 15.9 MB" */
const partOf = (bytes: number, of: number): string =>
  `${(bytes / 1_000_000).toFixed(1)} of ${(of / 1_000_000).toFixed(1)} MB`;
