/** Receivers: saved, removed, and what they store. */
import { listOf, nullable, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import { utf8 } from '../../http/messages.ts';
import type { State, Write } from '../../state/state.ts';
import { receiverFields } from '../../state/tables/receivers.ts';
import type { ItemChange, PortalResult } from '../contract.ts';
import { itemsOf } from '../receivers.ts';
import { refused } from '../refused.ts';

interface Needs {
  readonly state: State;
}

const mostReceivers = 20;
const mostItems = 1000;
const longestKey = 200;
const KiB = 1024;
const longestCode = 64 * KiB;
const longestValue = 64 * KiB;
const mostItemBytes = 256 * KiB;

const done: PortalResult = { ok: true };
const noReceiver = (host: string) => refused(`There is no receiver at ${host}.`);

const bytesOf = (value: string): number => utf8(value).length;

/** A program that answers at this host, or its new code: 20 hosts at most, 64 KiB each. What it stored stays. */
const save = command(tuple(text, text), ({ state }: Needs, host, code): PortalResult => {
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
});

/** With what it stored. */
const remove = command(tuple(text), ({ state }: Needs, host): PortalResult => {
  if (!state.tables.receivers.get(host)) return noReceiver(host);
  state.transact((write) => {
    removeItems(state, host, write);
    write.receivers.remove(host);
  });
  return done;
});

/** Takes away what it stored. */
const clear = command(tuple(text), ({ state }: Needs, host): PortalResult => {
  if (!state.tables.receivers.get(host)) return noReceiver(host);
  state.transact((write) => removeItems(state, host, write));
  return done;
});

/**
 * Makes all of the changes, or none: 1,000 items and 256 KiB a receiver at most, 200 characters a key, 64 KiB a value.
 */
const keepItems = command(
  tuple(text, listOf(tuple<ItemChange>(text, nullable(text)))),
  ({ state }: Needs, host, changes): PortalResult => {
    if (!state.tables.receivers.get(host)) return refused(`There is no receiver at ${host} any more.`);
    const flaw = flawOf(changes, state, host);
    if (flaw !== null) return refused(flaw);
    if (changes.length > 0)
      state.transact((write) => {
        for (const [key, value] of new Map(changes)) {
          const id = `${host}:${key}`;
          if (value === null) write.receiver_items.remove(id);
          else write.receiver_items.put({ id, host, key, value });
        }
      });
    return done;
  },
);

export const commands = { save, remove, clear, keepItems };

function removeItems(state: State, host: string, write: Write): void {
  for (const { id } of itemsOf(state, host)) write.receiver_items.remove(id);
}

/** What keeps storage from having these changes; null for nothing. */
function flawOf(changes: readonly ItemChange[], state: State, host: string): string | null {
  const kept = new Map(itemsOf(state, host).map((row) => [row.key, row.value]));
  for (const [key, value] of changes) {
    if (key.length > longestKey) return `A key of storage has at most ${longestKey} characters.`;
    if (value === null) kept.delete(key);
    else if (bytesOf(value) > longestValue) return 'A value of storage has at most 64 KiB.';
    else kept.set(key, value);
  }
  if (kept.size > mostItems) return `Storage holds at most ${mostItems} items.`;
  let bytes = 0;
  for (const [key, value] of kept) bytes += bytesOf(key) + bytesOf(value);
  return bytes > mostItemBytes ? 'Storage holds at most 256 KiB.' : null;
}
