/** The limits of receivers and their storage. */
import { utf8 } from '../http/messages.ts';
import { specialNameOf } from '../spec/special-names.ts';
import { receiverFields } from '../state/tables/receivers.ts';

const KiB = 1024;
const longestCode = 64 * KiB;
const longestKey = 200;
const longestValue = 64 * KiB;
const mostItems = 1000;
const mostItemBytes = 256 * KiB;

export const mostReceivers = 20;

const bytesOf = (value: string): number => utf8(value).length;

/** Why no receiver can have this host; null when one can. */
export const hostObjection = (host: string): string | null =>
  receiverFields.host.flawOf(host) || specialNameOf(host) !== null
    ? 'A host is a public name in lower case, such as hooks.northwind.example: no scheme, port or path.'
    : null;

export const codeObjection = (code: string): string | null =>
  bytesOf(code) > longestCode ? 'The code of a receiver has at most 64 KiB.' : null;

export const keyObjection = (key: string): string | null =>
  key.length > longestKey ? `A key of storage has at most ${longestKey} characters.` : null;

export const valueObjection = (value: string): string | null =>
  bytesOf(value) > longestValue ? 'A value of storage has at most 64 KiB.' : null;

/** Why a receiver may not store all of this; null when it may. */
export function storageObjection(items: Iterable<readonly [key: string, value: string]>): string | null {
  let [count, bytes] = [0, 0];
  for (const [key, value] of items) {
    count++;
    bytes += bytesOf(key) + bytesOf(value);
  }
  if (count > mostItems) return `Storage holds at most ${mostItems} items.`;
  return bytes > mostItemBytes ? 'Storage holds at most 256 KiB.' : null;
}
