/** Snapshots as files: JSON, with bytes as `{"$bytes": "<base64>"}`. */
import { readFileSync, readdirSync } from 'node:fs';
import { base64 } from '../../engine/inside.ts';
import type { Snapshot } from '../../engine/index.ts';
import { decodeBase64 } from '../../engine/http/base64.ts';

const folder = new URL('./snapshots/', import.meta.url);

export const toText = (snapshot: Snapshot): string =>
  `${JSON.stringify(
    snapshot,
    (_, value: unknown) => (value instanceof Uint8Array ? { $bytes: base64(value) } : value),
    1,
  )}\n`;

const fromText = (text: string): Snapshot =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$bytes' in value
      ? decodeBase64(String(value.$bytes))
      : value,
  ) as Snapshot;

/** The versions with a stored snapshot. */
export const storedVersions = (): number[] =>
  readdirSync(folder)
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);

export const stored = (version: number): Snapshot =>
  fromText(readFileSync(new URL(`${version}.json`, folder), 'utf8'));
