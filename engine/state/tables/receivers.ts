/**
 * The simulated internet: hosts that people define. The platform never reads these tables; they are kept with the
 * world to which they belong.
 */
import { keyOf, matching, moment, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

/** A host name in lower case: at least two labels, the last of which is not a number. */
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A program that answers at its own host. */
export interface Receiver {
  readonly host: string;
  /** A JavaScript module whose default export answers a Request. */
  readonly code: string;
  readonly created_at: number;
  readonly updated_at: number;
}

export const receiverFields: Fields<Receiver> = {
  // Accepts what earlier releases stored; new hosts have to be public (portal/receiver-limits.ts).
  host: matching(hostName, 'a host name in lower case'),
  code: text,
  created_at: moment,
  updated_at: moment,
};

/** An item in a receiver's storage. */
export interface ReceiverItem {
  /** `<host>:<key>`. */
  readonly id: string;
  readonly host: string;
  readonly key: string;
  readonly value: string;
}

export const receiverItemFields: Fields<ReceiverItem> = {
  id: text,
  host: keyOf('receivers'),
  key: text,
  value: text,
};
