/**
 * The rows of several worlds lie side by side, each a generation: the one in force, the one that it took the place of, and
 * what is being written or was left half written. The name of a table in a key says of which (decisions/undo.md). Pure.
 */
import type { Head } from './layout.ts';

/** What earlier releases stored has no number in its keys. */
export type Generation = number;

export const storedName = (generation: Generation, table: string): string =>
  generation === 0 ? table : `${generation}/${table}`;

export const tableOf = (stored: string): string => stored.slice(stored.indexOf('/') + 1);

export const generationOf = (stored: string): Generation => {
  const end = stored.indexOf('/');
  return end === -1 ? 0 : Number(stored.slice(0, end));
};

/** Between which keys a generation lies in `rows` and `blocks`: digits, and the sign behind them, stand before letters. */
export const boundsOf = (
  generation: Generation,
): [from: string[], to: (string | string[])[], hasFrom: boolean, hasTo: boolean] => [
  [generation === 0 ? ':' : `${generation}/`],
  endOf(generation),
  true,
  false,
];

/** Above all keys of a generation. Lists are above texts. */
export const endOf = (generation: Generation): (string | string[])[] => [
  generation === 0 ? [] : `${generation}0`,
];

/** Of its vault. */
export const vaultId = (generation: Generation): string => storedName(generation, 'vault');

export const inForce = (head: Head): Generation => head.generation ?? 0;

/** No generation above it was ever begun. */
export const begun = (head: Head): Generation => head.begun ?? inForce(head);
