import { isRecord, isWhole } from '../checked/is.ts';
import { failed, isFailure } from './send.ts';
import type { SendFailureReason, SendResult, Thrown } from './send.ts';

const reasons: readonly SendFailureReason[] = ['dns', 'refused', 'tls', 'timeout', 'tooLarge', 'closed'];

/** How many characters are kept of what a program threw. */
const thrownKept = 200;

/**
 * Checks the result of a host: an unknown reason becomes `closed`, with the reason in its message. Throws a TypeError
 * for a value that is neither a response nor a failure.
 */
export function asResult(result: SendResult): SendResult {
  if (isFailure(result)) {
    const { reason, message } = result;
    return reasons.includes(reason)
      ? withThrown(result)
      : failed('closed', `unreachable (${reason}): ${message}`);
  }
  const { status, headers, body } = result;
  if (Number.isInteger(status) && Array.isArray(headers) && body instanceof Uint8Array)
    return withThrown(result);
  throw new TypeError('the host returned neither a response nor a failure');
}

function withThrown(given: SendResult): SendResult {
  const { thrown, ...result } = given;
  const kept = thrown && { text: thrown.text.slice(0, thrownKept), line: thrown.line };
  return isThrown(kept) ? { ...result, thrown: kept } : result;
}

export const isThrown = (value: unknown): value is Thrown =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  value['text'].length <= thrownKept &&
  (value['line'] === null || isWhole(value['line'], 1, 1_000_000));
