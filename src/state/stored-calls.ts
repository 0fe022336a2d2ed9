import { isList } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
/** What Requests keeps of its open calls: the links that say them, and which of them is shown. */
export interface StoredCalls {
  /** As they were stored: anyone who reads one checks it. */
  readonly hrefs: readonly unknown[];
  readonly current: number;
}

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:calls:1:${location.pathname}`;

/** null for none, and for what is damaged. Never throws. */
export function readStoredCalls(): StoredCalls | null {
  try {
    const { hrefs, current } = membersIn(localStorage.getItem(key()) ?? '');
    return isList(hrefs) ? { hrefs, current: Number(current) } : null;
  } catch {
    return null;
  }
}

/** Where storage is denied or full, the calls last as long as the page. */
export function storeCalls(calls: StoredCalls): void {
  try {
    localStorage.setItem(key(), JSON.stringify(calls));
  } catch {
    // Kept in memory alone.
  }
}
