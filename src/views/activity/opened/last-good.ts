import type { Playground } from '../../../../worker/api.ts';
import { messageOf } from '../../../state/message-of.ts';

/** The sequence of the last call of an endpoint that succeeded; a sentence if there is none. */
export async function lastGood(
  { ask }: Pick<Playground, 'ask'>,
  endpointId: string | null,
): Promise<number | string> {
  try {
    const filter = `op:${endpointId} status:<400 dir:in`;
    const found = await ask('exchanges.find', { filter, pinned: [], from: 0, count: 1 });
    const [good] = found.kind === 'rows' ? found.rows : [];
    return good?.sequence ?? 'No call of this endpoint in the log has succeeded yet.';
  } catch (cause) {
    return messageOf(cause);
  }
}
