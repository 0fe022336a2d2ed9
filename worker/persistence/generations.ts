/**
 * The rows of several worlds are stored side by side, each as a generation: the present one, the one that it
 * replaced, and one that is being written or was left half written. The table name in a key contains the generation
 * (decisions/undo.md). Pure.
 */
import type { Head } from './layout.ts';

/** Keys of earlier releases have no number. */
export type Generation = number;

export const storedName = (generation: Generation, table: string): string =>
  generation === 0 ? table : `${generation}/${table}`;

export const tableOf = (stored: string): string => stored.slice(stored.indexOf('/') + 1);

export const generationOf = (stored: string): Generation => {
  const end = stored.indexOf('/');
  return end === -1 ? 0 : Number(stored.slice(0, end));
};

/** The range of a generation's keys in `rows` and `blocks`: digits and the separator after them sort before letters. */
export const boundsOf = (
  generation: Generation,
): [from: string[], to: (string | string[])[], hasFrom: boolean, hasTo: boolean] => [
  [generation === 0 ? ':' : `${generation}/`],
  endOf(generation),
  true,
  false,
];

/** Above all keys of a generation, because lists sort after texts. */
export const endOf = (generation: Generation): (string | string[])[] => [
  generation === 0 ? [] : `${generation}0`,
];

/** The key of its vault. */
export const vaultId = (generation: Generation): string => storedName(generation, 'vault');

export const inForce = (head: Head): Generation => head.generation ?? 0;

/** No generation above it was ever begun. */
export const begun = (head: Head): Generation => head.begun ?? inForce(head);
