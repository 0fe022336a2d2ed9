/** The simulated internet: programs that answer at hosts of their own, and what they keep. */
import { utf8 } from '../http/messages.ts';
import type { State, Write } from '../state/state.ts';
import { receiverFields } from '../state/tables/receivers.ts';
import type { Receiver, ReceiverItem } from '../state/tables/receivers.ts';
import type { ItemChange, PortalResult, Receivers, ReceiverView } from './contract.ts';

const mostReceivers = 20;
const mostItems = 1000;
const longestKey = 200;
const KiB = 1024;
const longestCode = 64 * KiB;
const longestValue = 64 * KiB;
const mostItemBytes = 256 * KiB;

const refused = (reason: string): PortalResult => ({ ok: false, reason });
const done: PortalResult = { ok: true };

const bytesOf = (text: string): number => utf8(text).length;

export function saveReceiver(state: State, host: string, code: string): PortalResult {
  if (receiverFields.host.flawOf(host))
    return refused(
      'A host is a public name in lower case, such as hooks.northwind.example: no scheme, port or path.',
    );
  if (bytesOf(code) > longestCode) return refused('The code of a receiver has at most 64 KiB.');
  const known = state.tables.receivers.get(host);
  if (!known && state.tables.receivers.size >= mostReceivers)
    return refused(`There are ${mostReceivers} receivers already.`);
  const now = state.now();
  state.transact((write) => {
    if (known) write.receivers.update(host, { code, updated_at: now });
    else write.receivers.insert({ host, code, created_at: now, updated_at: now });
  });
  return done;
}

export function removeReceiver(state: State, host: string): PortalResult {
  if (!state.tables.receivers.get(host)) return refused(`There is no receiver at ${host}.`);
  state.transact((write) => {
    removeItems(state, host, write);
    write.receivers.remove(host);
  });
  return done;
}

export function clearReceiver(state: State, host: string): PortalResult {
  if (!state.tables.receivers.get(host)) return refused(`There is no receiver at ${host}.`);
  state.transact((write) => removeItems(state, host, write));
  return done;
}

function itemsOf({ tables: { receiver_items: items } }: State, host: string): readonly ReceiverItem[] {
  return items.keysBy('host', host).map((key) => items.get(key)!);
}

function removeItems(state: State, host: string, write: Write): void {
  for (const { id } of itemsOf(state, host)) write.receiver_items.remove(id);
}

/** As the worker reads and writes them. `commit` keeps what was changed; null when there is nothing to wait for. */
export function receiversOf(state: State, commit: () => Promise<void> | null): Receivers {
  const { receivers, receiver_items: items } = state.tables;
  const viewOf = ({ host, code, created_at, updated_at }: Receiver): ReceiverView => ({
    host,
    code,
    createdAt: created_at,
    updatedAt: updated_at,
    itemCount: items.countBy('host', host),
  });
  return {
    list: () => Array.from(receivers.values(), viewOf),
    get(host) {
      const row = receivers.get(host);
      return row ? viewOf(row) : null;
    },
    items: (host) => itemsOf(state, host).map(({ key, value }) => [key, value]),
    async keepItems(host, changes) {
      const answer = keepItems(state, host, changes);
      await commit();
      return answer;
    },
  };
}

/** All of them, or none with the reason. */
function keepItems(state: State, host: string, changes: readonly ItemChange[]): PortalResult {
  if (!state.tables.receivers.get(host)) return refused(`There is no receiver at ${host} any more.`);
  const kept = new Map(itemsOf(state, host).map((row) => [row.key, row.value]));
  for (const [key, value] of changes) {
    if (key.length > longestKey) return refused(`A key of storage has at most ${longestKey} characters.`);
    if (value === null) kept.delete(key);
    else if (bytesOf(value) > longestValue) return refused('A value of storage has at most 64 KiB.');
    else kept.set(key, value);
  }
  if (kept.size > mostItems) return refused(`Storage holds at most ${mostItems} items.`);
  let bytes = 0;
  for (const [key, value] of kept) bytes += bytesOf(key) + bytesOf(value);
  if (bytes > mostItemBytes) return refused('Storage holds at most 256 KiB.');
  if (changes.length > 0)
    state.transact((write) => {
      for (const [key, value] of new Map(changes)) {
        const id = `${host}:${key}`;
        if (value === null) write.receiver_items.remove(id);
        else write.receiver_items.put({ id, host, key, value });
      }
    });
  return done;
}
