import { isList } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { ofPlayground } from '../parts/storage.ts';

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

const slot = ofPlayground('calls:1');

/** null for none, and for what is damaged. */
export function readStoredCalls(): StoredCalls | null {
  const { version: of, hrefs, answers, current } = membersIn(slot.read() ?? '');
  if (!isList(hrefs)) return null;
  return { hrefs, answers: of === version && isList(answers) ? answers : [], current: Number(current) };
}

export const storeCalls = (calls: StoredCalls): void => slot.write(JSON.stringify({ version, ...calls }));
