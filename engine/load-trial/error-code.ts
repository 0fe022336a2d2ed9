import { isRecord } from '../checked/is.ts';
import { text } from '../http/messages.ts';
import type { Outcome } from '../http/outcome.ts';

/** The code of the first error in an answer's body; null if there is none. */
export function errorCodeIn(outcome: Outcome): number | null {
  if (outcome.kind !== 'response' || outcome.status < 400) return null;
  const [first] = errorsIn(text(outcome.body));
  return isRecord(first) && typeof first['code'] === 'number' ? first['code'] : null;
}

function errorsIn(body: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(body);
    return isRecord(read) && Array.isArray(read['errors']) ? read['errors'] : [];
  } catch {
    return []; // a page
  }
}
