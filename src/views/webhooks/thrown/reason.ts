/** Where a receiver's program threw, and which try failed last. */
import { splitUrl } from '../../../../worker/api.ts';
import type { DeliveryAttempt, ReceiverView, Thrown } from '../../../../worker/api.ts';
import { hrefOf } from '../route.ts';

/** A link to the line in the editor. null without a line, or if the program was changed or removed since. */
export function lineLink(
  { line }: Thrown,
  at: number,
  receiver: Pick<ReceiverView, 'host' | 'updatedAt'> | null,
): string | null {
  if (line === null || receiver === null || receiver.updatedAt > at) return null;
  return hrefOf({ part: 'receiver', host: receiver.host, line });
}

export const receiverAt = (url: string, receivers: readonly ReceiverView[]): ReceiverView | null => {
  const host = splitUrl(url)?.host;
  return receivers.find((each) => each.host === host) ?? null;
};

/** The latest of these tries that the receiver did not acknowledge. */
export const lastFailure = (tries: readonly DeliveryAttempt[]): DeliveryAttempt | null =>
  tries.findLast(({ outcome }) => outcome !== 200) ?? null;
