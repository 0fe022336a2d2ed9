/** Detects a compressed body by its first bytes, or by its header if its bytes are not text. */
import type { Answer } from './answer.ts';

const firstBytes: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['gzip', [0x1f, 0xef, 0xbf, 0xbd]], // as a terminal shows it
  ['zlib', [0x78, 0x9c]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
];

const encodings: Readonly<Record<string, string>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'zlib',
  br: 'Brotli',
  zstd: 'Zstandard',
};

/** Text is UTF-8 without control characters other than white space. */
const isText = (bytes: Uint8Array): boolean => !/[^\P{Cc}\s]|\uFFFD/u.test(new TextDecoder().decode(bytes));

/** The compression, such as "gzip"; null if the body is not compressed. */
export function compressionOf({
  body,
  contentEncoding = '',
}: Pick<Answer, 'body' | 'contentEncoding'>): string | null {
  const seen = firstBytes.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte));
  if (seen) return seen[0];
  const name = contentEncoding.trim().toLowerCase();
  const isNamed = Object.hasOwn(encodings, name) && body.length > 0 && !isText(body);
  return isNamed ? (encodings[name] ?? null) : null;
}
