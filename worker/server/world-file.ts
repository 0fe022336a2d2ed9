/** A world in a file exported by the page: JSON or JSON Lines, compressed or not. */
import { readFile as readBytes } from 'node:fs/promises';
import { composePlatform, families } from '../../engine/inside.ts';
import { readFile } from '../host/transfer/read.ts';
import { inForce, rowsOf } from '../host/transfer/vault.ts';
import { BadInput } from './bad-input.ts';
import type { ReadWorld } from './world-keeper.ts';

/**
 * Gives a function that reads it, for each start of the world. Rejects with `BadInput`, which names the file and the
 * place in it.
 */
export async function worldFile(file: string): Promise<() => Promise<ReadWorld>> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new BadInput(`${file} cannot be read: ${reasonOf(error)}`);
  });
  const blob = new Blob([new Uint8Array(bytes)]);
  const read = async (): Promise<ReadWorld> => {
    const { loaded, vault } = await readFile(blob, { rest: () => Promise.resolve(), read: () => undefined });
    const platform = composePlatform({ families, snapshot: loaded });
    return { loaded, vault: inForce(vault, rowsOf([...platform.blocks().blocks])) };
  };
  await read().catch((error: unknown) => {
    throw new BadInput(`${file}${placeIn(bytes)}: ${reasonOf(error)}`);
  });
  return read;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Where a text stops being valid JSON, as `:line:column`; empty for valid JSON, or for several lines of it. */
function placeIn(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(reasonOf(error)) ?? [];
    const at = position === undefined ? text.length : Number(position);
    const lines = text.slice(0, at).split('\n');
    return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  }
}
