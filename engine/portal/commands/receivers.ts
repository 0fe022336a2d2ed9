/** Receivers: saving and removing them, and changing what they store. */
import { listOf, nullable, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import type { State, Write } from '../../state/state.ts';
import type { ItemChange, PortalResult } from '../contract.ts';
import {
  codeObjection,
  hostObjection,
  keyObjection,
  mostReceivers,
  storageObjection,
  valueObjection,
} from '../receiver-limits.ts';
import { itemsOf } from '../receivers.ts';
import { refused } from '../refused.ts';

export interface Needs {
  readonly state: State;
}

const done: PortalResult = { ok: true };
const noReceiver = (host: string) => refused(`There is no receiver at ${host}.`);

/** A program that answers at this host, or new code for it: at most 20 hosts and 64 KiB each. Its stored items stay. */
const save = command(tuple(text, text), ({ state }: Needs, host, code): PortalResult => {
  const objection = hostObjection(host) ?? codeObjection(code);
  if (objection !== null) return refused(objection);
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

/** Removes it with its stored items. */
const remove = command(tuple(text), ({ state }: Needs, host): PortalResult => {
  if (!state.tables.receivers.get(host)) return noReceiver(host);
  state.transact((write) => {
    removeItems(state, host, write);
    write.receivers.remove(host);
  });
  return done;
});

/** Removes its stored items. */
const clear = command(tuple(text), ({ state }: Needs, host): PortalResult => {
  if (!state.tables.receivers.get(host)) return noReceiver(host);
  state.transact((write) => removeItems(state, host, write));
  return done;
});

/**
 * Makes all of the changes or none: at most 1,000 items and 256 KiB per receiver, 200 characters per key and 64 KiB
 * per value.
 */
const keepItems = command(
  tuple(text, listOf(tuple<ItemChange>(text, nullable(text)))),
  ({ state }: Needs, host, changes): PortalResult => {
    if (!state.tables.receivers.get(host)) return refused(`The receiver at ${host} no longer exists.`);
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

/** Why storage cannot take these changes; null when it can. */
function flawOf(changes: readonly ItemChange[], state: State, host: string): string | null {
  const kept = new Map(itemsOf(state, host).map((row) => [row.key, row.value]));
  for (const [key, value] of changes) {
    if (value === null) kept.delete(key);
    else kept.set(key, value);
    const objection = keyObjection(key) ?? (value === null ? null : valueObjection(value));
    if (objection !== null) return objection;
  }
  return storageObjection(kept);
}
