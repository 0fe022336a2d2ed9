/** The simulated internet: hosts that people define. The platform never reads them; they are kept with the world that they belong to. */
import { keyOf, matching, moment, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

/** A host name in lower case: at least two labels, none of them a number alone at the end. */
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A program that answers at a host of its own. */
export interface Receiver {
  readonly host: string;
  /** A JavaScript module whose default export answers a Request. */
  readonly code: string;
  readonly created_at: number;
  readonly updated_at: number;
}

export const receiverFields: Fields<Receiver> = {
  // What earlier releases stored; which of them are public is said at the door (portal/receiver-limits.ts).
  host: matching(hostName, 'a host name in lower case'),
  code: text,
  created_at: moment,
  updated_at: moment,
};

/** What a receiver keeps for itself. */
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
