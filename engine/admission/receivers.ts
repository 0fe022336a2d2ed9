/** The simulated internet: receivers and what they store. */
import {
  codeObjection,
  hostObjection,
  keyObjection,
  mostReceivers,
  storageObjection,
  valueObjection,
} from '../portal/receiver-limits.ts';
import type { Receiver, ReceiverItem } from '../state/tables/receivers.ts';
import { setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { moment } from './values.ts';

export const receivers: Admission<Receiver> = {
  doors: {
    host: setBy('receivers.save', hostObjection),
    code: setBy('receivers.save', codeObjection),
    created_at: moment,
    updated_at: moment,
  },
  among({ host }, { receivers, receiver_items: items }) {
    if (receivers.size > mostReceivers) return ['host', `is one of more than ${mostReceivers} receivers`];
    const stored = items.rowsBy('host', host);
    const objection = storageObjection(stored.map(({ key, value }) => [key, value]));
    return objection === null ? null : ['host', `stores too much: ${objection.replace(/\.$/, '')}`];
  },
};

export const receiver_items: Admission<ReceiverItem> = {
  doors: {
    id: typed,
    host: typed,
    key: setBy('receivers.keepItems', keyObjection),
    value: setBy('receivers.keepItems', valueObjection),
  },
};
