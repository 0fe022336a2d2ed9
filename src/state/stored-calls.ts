import { isList } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';

/** What Requests keeps of its open calls: the links that say them, what they were answered, and which of them is shown. */
export interface StoredCalls {
  /** As they were stored: anyone who reads one checks it. */
  readonly hrefs: readonly unknown[];
  /** At the places of `hrefs`, as they were stored. */
  readonly answers: readonly unknown[];
  readonly current: number;
}

/** Version 1 said no version and had no answers. A release that knows version 1 alone reads the links of version 2. */
const version = 2;

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:calls:1:${location.pathname}`;

/** null for none, and for what is damaged. Never throws. */
export function readStoredCalls(): StoredCalls | null {
  try {
    const { version: of, hrefs, answers, current } = membersIn(localStorage.getItem(key()) ?? '');
    if (!isList(hrefs)) return null;
    return { hrefs, answers: of === version && isList(answers) ? answers : [], current: Number(current) };
  } catch {
    return null;
  }
}

/** Where storage is denied or full, the calls last as long as the page. */
export function storeCalls(calls: StoredCalls): void {
  try {
    localStorage.setItem(key(), JSON.stringify({ version, ...calls }));
  } catch {
    // Kept in memory alone.
  }
}
