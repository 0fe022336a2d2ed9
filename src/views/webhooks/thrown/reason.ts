/** Why a receiver did not take a request: what its program threw, and the line where. */
import { splitUrl } from '../../../../worker/api.ts';
import type { DeliveryAttempt, ReceiverView, Thrown } from '../../../../worker/api.ts';
import { hrefOf } from '../route.ts';

/** "cache is not defined · line 15". */
export function thrownWords({ text, line }: Thrown): string {
  const said = text
    .replace(/^(?:Uncaught )?(?:[A-Z]\w*)?Error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
  return line === null ? said : `${said} · line ${line}`;
}

/** The line in the editor. null without one, and where the program was changed since, or is gone. */
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

/** The latest of these tries that the receiver did not take. */
export const lastFailure = (tries: readonly DeliveryAttempt[]): DeliveryAttempt | null =>
  tries.findLast(({ outcome }) => outcome !== 200) ?? null;
