import { failed, isFailure } from './send.ts';
import type { SendFailureReason, SendResult } from './send.ts';

const reasons: readonly SendFailureReason[] = ['dns', 'refused', 'tls', 'timeout', 'tooLarge', 'closed'];

/**
 * What a host gave, held to the contract: a reason outside the closed list becomes `closed`, with the reason in its
 * message. Throws for what is neither a response nor a failure.
 */
export function asResult(result: SendResult): SendResult {
  if (isFailure(result)) {
    const { reason, message } = result;
    return reasons.includes(reason) ? result : failed('closed', `unreachable (${reason}): ${message}`);
  }
  const { status, headers, body } = result;
  if (Number.isInteger(status) && Array.isArray(headers) && body instanceof Uint8Array) return result;
  throw new TypeError('what the host gave is no response');
}
