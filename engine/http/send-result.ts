import { isRecord, isWhole } from '../checked/is.ts';
import { failed, isFailure } from './send.ts';
import type { SendFailureReason, SendResult, Thrown } from './send.ts';

const reasons: readonly SendFailureReason[] = ['dns', 'refused', 'tls', 'timeout', 'tooLarge', 'closed'];

/** Characters that are kept of what a program threw. */
const thrownKept = 200;

/**
 * What a host gave, held to the contract: a reason outside the closed list becomes `closed`, with the reason in its
 * message. Throws for what is neither a response nor a failure.
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
  throw new TypeError('what the host gave is no response');
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
