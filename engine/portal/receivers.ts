/** The simulated internet: programs that answer at their own hosts, and what they store. */
import type { State } from '../state/state.ts';
import type { Receiver, ReceiverItem } from '../state/tables/receivers.ts';
import type { ReceiverView } from './contract.ts';

export const receiverView = (
  { host, code, created_at, updated_at }: Receiver,
  { tables }: State,
): ReceiverView => ({
  host,
  code,
  createdAt: created_at,
  updatedAt: updated_at,
  itemCount: tables.receiver_items.countBy('host', host),
});

export function itemsOf({ tables: { receiver_items: items } }: State, host: string): readonly ReceiverItem[] {
  return items.rowsBy('host', host);
}
