/** A file of lines with a catalog of any size, as an export writes it. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Credential, Row, Snapshot } from '../../engine/inside.ts';
import { textOf } from '../../worker/host/transfer/state-file.ts';
import { inBlocks } from './snapshot-blocks.ts';
import { product } from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';

const owner = '2244994945';
const catalogId = 'shop1';
const productsInLine = 500;

/** The starter with one catalog of this many products of about 300 bytes. */
export async function catalogFile(place: string, products: number): Promise<void> {
  const { platform } = await start();
  const { tables, ...head } = platform.snapshot();
  const catalog: Row = { id: catalogId, owner_id: owner, name: 'Shop', products_made: products };
  const merchant: Row = { user_id: owner, early_access: true, terms_accepted_at: 0 };
  const snapshot = { ...head, tables: { ...tables, catalogs: [catalog], merchants: [merchant] } };
  const lines = withProducts(snapshot, platform.initialCredentials, products);
  await pipeline(Readable.from(lines), createWriteStream(place));
}

function* withProducts(
  snapshot: Snapshot,
  vault: readonly Credential[],
  count: number,
): Generator<string, void, undefined> {
  const leaving = { ...snapshot, vault, blocks: [...inBlocks(snapshot).blocks] };
  for (const line of textOf(leaving, 'lines')) {
    if (line.startsWith('{"table":"products"')) yield* productLines(count);
    else yield line.replace('"products":0', `"products":${count}`);
  }
}

function* productLines(count: number): Generator<string, void, undefined> {
  for (let from = 0; from < count; from += productsInLine) {
    const rows = Array.from({ length: Math.min(productsInLine, count - from) }, (_, at) => rowOf(from + at));
    yield `${JSON.stringify({ table: 'products', rows })}\n`;
  }
}

const rowOf = (made: number): Row => ({
  ...product(`p${made}`, {
    description: `Burns for ${made % 60} hours. `.repeat(3),
    price: `${made % 900}.00 USD`,
  }),
  ...{ product_key: `${catalogId}:p${made}`, catalog_id: catalogId, made },
});
