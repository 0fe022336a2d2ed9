import { isList } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { ofPlayground } from '../parts/storage.ts';

/** What Requests stores of its open calls: their links, their answers, and which of them is shown. */
export interface StoredCalls {
  /** As stored: every reader checks them. */
  readonly hrefs: readonly unknown[];
  /** In the order of `hrefs`, as stored. */
  readonly answers: readonly unknown[];
  readonly current: number;
}

/** Version 1 has no version number and no answers. A release that knows only version 1 reads the links of version 2. */
const version = 2;

const slot = ofPlayground('calls:1');

/** null if there is none, or if it is damaged. */
export function readStoredCalls(): StoredCalls | null {
  const { version: of, hrefs, answers, current } = membersIn(slot.read() ?? '');
  if (!isList(hrefs)) return null;
  return { hrefs, answers: of === version && isList(answers) ? answers : [], current: Number(current) };
}

export const storeCalls = (calls: StoredCalls): void => slot.write(JSON.stringify({ version, ...calls }));
