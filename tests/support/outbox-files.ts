import { readFileSync } from 'node:fs';
import { base64 } from '../../engine/inside.ts';
import { decodeBase64 } from '../../engine/http/base64.ts';

/** JSON in one line, with bytes as `{"$bytes": "<base64>"}`. */
export const toLine = (value: unknown): string =>
  `${JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? { $bytes: base64(each) } : each))}\n`;

export const bytesFromJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$bytes' in value
      ? decodeBase64(String(value.$bytes))
      : value,
  );

/** The lines that were written. */
export const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8').split('\n').filter(Boolean).map(bytesFromJson);
