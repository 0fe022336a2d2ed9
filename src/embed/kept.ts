import type { StorageState } from '../../worker/api.ts';

const gone = 'This world is gone with the page.';
/** What the worker says to a person who can export the world. */
const exporting = ' Everything goes on in the memory of this tab; export it to keep it.';

/**
 * Why a world that was to be kept is not, as sentences; null while it is. `isDenied`: the browser denies storage to the
 * page itself.
 */
export function whyNotKept(
  { kind, reason }: Pick<StorageState, 'kind' | 'reason'>,
  isDenied = false,
): string | null {
  if (isDenied) return `Not kept. The browser denies storage to this frame. ${gone}`;
  if (kind === 'saved') return null;
  if (kind === 'held') return reason;
  return `Not kept. ${(reason ?? '').replace(exporting, '')} ${gone}`;
}
