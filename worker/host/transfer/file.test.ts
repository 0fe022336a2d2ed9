/** Files of both forms: what is written can be read, and damaged files are refused. */
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatform, schemaVersion } from '../../../engine/index.ts';
import type { Block, Row, Snapshot } from '../../../engine/inside.ts';
import { inBlocks, whole } from '../../../tests/support/snapshot-blocks.ts';
import { times } from '../../../tests/support/prove.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { wholeSnapshot } from '../../../tests/support/whole-snapshot.ts';
import { plainError } from '../../contract/reply.ts';
import { release } from './release.ts';
import { fileLimits } from './limits.ts';
import type { LeavingFile } from './files.ts';
import type { FileLimits } from './limits.ts';
import { readFile } from './read.ts';
import type { ReadFile } from './reading.ts';
import { encodeFile, textOf } from './state-file.ts';
import type { Leaving, LinesHead } from './state-file.ts';
import type { Form } from '../../contract/transfer.ts';
import { bytesOf, formOf, leavingOf, sizeOf } from './write.ts';

const { snapshot: everything, credentials } = await wholeSnapshot();

const leaving = (snapshot: Snapshot): Leaving => ({
  ...(inBlocks(snapshot) as Pick<Leaving, 'format' | 'version' | 'blocks'>),
  ...{ release, exported: '2026-07-01T09:00:00.000Z', vault: credentials },
});

const small = createPlatform({ scenario: 'empty' }).snapshot();
const smallText = [...textOf(leaving(small), 'lines')].join('');

const calm = { rest: () => Promise.resolve(), read: () => undefined };
const read = (parts: BlobPart[], limits: FileLimits = fileLimits): Promise<ReadFile> =>
  readFile(new Blob(parts), { ...calm, limits });
const lines = (...all: unknown[]) =>
  all.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join('');
const refusalOf = (work: Promise<unknown>): Promise<object | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      const { name, message, fields } = plainError(error);
      return { name, message, ...fields };
    },
  );
const packedAs = (packed: boolean, text: string): BlobPart => (packed ? gzipSync(text) : text);

/** Ordinary and unusual texts of people and merchants. */
const words = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\n', '\r\n', '\u2028', '"', '\\', '\ufeff', '\ud800', '𝄞', '</script>', '{"table":"x"}'),
);

/** A line with something visible. */
const title = words.map((said) => `x${said.replace(/\p{Cc}/gu, ' ')}`.slice(0, 40));
/** The same for a name, which may not have half of a surrogate pair or characters that change the text direction. */
const name = title.map((said) =>
  said.toWellFormed().replace(/[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' '),
);

describe('what is written can be read', () => {
  /** A world with rows in every table, more in some, with texts of every kind. */
  const world = fc
    .record({
      products: fc.array(
        fc.record({
          title,
          description: words.map((said) => `x${said}`),
          brand: fc.option(title, { nil: undefined }),
        }),
        {
          maxLength: 40,
        },
      ),
      names: fc.array(name, { maxLength: 8 }),
      bodies: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    })
    .map(({ products, names, bodies }): Snapshot => {
      const { tables } = everything;
      const [product] = tables['products']!;
      const [user] = tables['users']!;
      const exchange = tables['exchanges']!.at(-1)!;
      const sequence = Number(exchange['sequence']);
      const catalog = String(product!['catalog_id']);
      return {
        ...everything,
        tables: {
          ...tables,
          users: [
            ...tables['users']!,
            ...names.map((name, at): Row => ({ ...user, id: `77${at}`, username: `u77${at}`, name })),
          ],
          products: [
            ...tables['products']!,
            ...products.map(({ brand, ...said }, at): Row => ({
              ...{ ...product, ...said, ...(brand !== undefined && { brand }) },
              ...{ id: `p${at}`, product_key: `${catalog}:p${at}`, made: at + 1 },
            })),
          ],
          exchanges: [
            ...tables['exchanges']!,
            ...bodies.map((body, at): Row => ({
              ...exchange,
              ...{ id: String(sequence + at + 1), sequence: sequence + at + 1 },
              request: { method: 'POST', url: 'https://api.svc.example/', headers: [], body },
            })),
          ],
        },
      };
    });

  test('whatever it is, in either form, compressed or not, in pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.constantFrom<Form>('object', 'lines'),
        fc.boolean(),
        fc.integer({ min: 1, max: 70_000 }),
        async (snapshot, form, packed, piece) => {
          const given = leaving(snapshot);
          const body = bytesOf(given, [], { form, packed, rest: calm.rest, wrote: () => undefined });
          const bytes = new Uint8Array(await new Response(body).arrayBuffer());
          const parts: Uint8Array<ArrayBuffer>[] = [];
          for (let at = 0; at < bytes.length; at += piece) parts.push(bytes.slice(at, at + piece));
          const found = await read(parts);
          const { tables } = whole({ ...inBlocks(snapshot), blocks: found.loaded.store.blocks() });
          // Describing the difference takes far longer than finding one.
          if (!isDeepStrictEqual(tables, snapshot.tables)) expect(tables).toEqual(snapshot.tables);
          expect(found).toMatchObject({ version: schemaVersion, release, vault: credentials });
        },
      ),
      rounds(4, 1500),
    );
  });

  test('an object is byte for byte what JSON.stringify makes of it', () => {
    const text = new TextDecoder().decode(encodeFile({ ...everything, vault: credentials }));
    const { format, version, tables } = JSON.parse(text) as Snapshot;
    expect(JSON.stringify({ format, version, vault: credentials, tables })).toBe(text);
  });

  test('a world without products is written as an object, one with products in lines', () => {
    expect(formOf(leaving(small), [])).toBe('object');
    expect(formOf(leaving(everything), [])).toBe('lines');
  });

  test('a large table is written in lines of a few hundred kilobytes, and its size is estimated within a tenth', () => {
    const [product] = everything.tables['products']!;
    const products = Array.from({ length: 30_000 }, (_, at): Row => ({ ...product, id: `p${at}`, made: at }));
    const large = leaving({ ...small, tables: { ...small.tables, products } });
    const pieces = [...textOf(large, 'lines')];
    const longest = Math.max(...pieces.map(({ length }) => length));
    expect(longest).toBeGreaterThan(200_000);
    expect(longest).toBeLessThan(300_000);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const size = sizeOf(large, []);
    expect(size.products).toBe(30_000);
    expect(Math.abs(size.bytes - bytes)).toBeLessThan(bytes / 10);
  });

  test('lines are blocks, from which an engine in Node can continue', () => {
    const [head = '', ...rest] = [...textOf(leaving(everything), 'lines')].join('').trimEnd().split('\n');
    const blocks = rest.map((line) => JSON.parse(line) as Block).filter(({ table }) => table);
    const platform = createPlatform({ snapshot: { ...(JSON.parse(head) as LinesHead), blocks } });
    expect(platform.snapshot().tables['products']).toEqual(everything.tables['products']);
  });

  test('everything at this moment, no matter what changes while it is written', async () => {
    const platform = createPlatform({ snapshot: structuredClone(everything) });
    const before = structuredClone(platform.snapshot().tables);
    const given = leavingOf(platform, credentials, 0);
    const writing = textOf(given, 'lines');
    const text = [writing.next().value ?? ''];
    await platform.do('portal.createProject', 'After', 'free');
    await platform.clock.advance(3_600_000);
    text.push(...writing);
    const found = await read(text);
    expect(whole({ ...inBlocks(small), blocks: found.loaded.store.blocks() }).tables).toEqual(before);
  });
});

describe('the files of feeds', () => {
  const conduct = { type: 'slow', bytesPerSecond: 5000 } as const;
  const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>, piece = 50_000) => ({
    ...{ name, conduct, bytes: bytes.length },
    read: async () => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; at += piece) parts.push(bytes.slice(at, at + piece));
      return new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const part = parts.shift();
          if (part) controller.enqueue(part);
          else controller.close();
        },
      });
    },
  });
  const written = async (files: readonly LeavingFile[]) => {
    const writing = { form: 'lines', packed: false, rest: calm.rest, wrote: () => undefined } as const;
    return new Response(
      bytesOf(leaving(small), files, writing) as ReadableStream<Uint8Array<ArrayBuffer>>,
    ).text();
  };

  test('are unchanged, whatever their length', async () => {
    const lengths = [0, 1, 2, 3, 192 * 1024 - 1, 192 * 1024, 192 * 1024 + 1, 900_001];
    const all = lengths.map((length) => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255));
    const { files } = await read([await written(all.map((bytes, at) => fileOf(`f${at}.csv`, bytes)))]);
    expect(files.map(({ name }) => name)).toEqual(lengths.map((_, at) => `f${at}.csv`));
    for (const [at, { body, ...rest }] of files.entries()) {
      expect(rest.conduct).toEqual(conduct);
      expect(Buffer.compare(new Uint8Array(await body.arrayBuffer()), all[at]!)).toBe(0);
    }
  });

  test('force lines even without products, and their length is known in advance', async () => {
    const files = [fileOf('a.csv', new Uint8Array(500_000))];
    expect(formOf(leaving(small), files)).toBe('lines');
    const { bytes, fileBytes } = sizeOf(leaving(small), files);
    const { length } = await written(files);
    expect(Math.abs(bytes + fileBytes - length)).toBeLessThan(length / 10);
  });

  test('one that is deleted or changed while it is written ends the export', async () => {
    const gone = { ...fileOf('a.csv', new Uint8Array(9)), read: async () => null };
    const shorter = { ...fileOf('a.csv', new Uint8Array(9)), bytes: 10 };
    await expect(written([gone])).rejects.toThrow('was deleted while');
    await expect(written([shorter])).rejects.toThrow('was changed while');
  });

  test.each([
    ['without a byte', (text: string) => text.replace('{"bytes":"AAAA', '{"bytes":"'), 'FileIncomplete'],
    ['with invalid bytes', (text: string) => text.replace('{"bytes":"AAAA', '{"bytes":"!!'), 'FileRefused'],
    ['with bytes of no file', (text: string) => text.replace(/\{"file":.*\n/, ''), 'FileRefused'],
    ['that is not in the last line', (text: string) => text.replace('{"a.csv":9}', '{}'), 'FileIncomplete'],
    ['with a name that leads elsewhere', (text: string) => text.replaceAll('a.csv', '../a'), 'FileRefused'],
    ['without a name', (text: string) => text.replace('"name":"a.csv",', ''), 'FileRefused'],
    ['with an unknown conduct', (text: string) => text.replace('"slow"', '"odd"'), 'FileRefused'],
    [
      'that is there twice',
      (text: string) => text.replace(/\{"file":.*\n/, (line) => line + line),
      'FileRefused',
    ],
  ])('one %s is refused', async (_, change, name) => {
    const text = await written([fileOf('a.csv', new Uint8Array(9))]);
    expect(await refusalOf(read([text]))).toBeNull();
    expect(change(text)).not.toBe(text);
    expect(await refusalOf(read([change(text)]))).toMatchObject({ name });
  });
});

describe('a file that was cut off', () => {
  /** The short form tests every place in the first and last lines, and one in forty between them. */
  const step = (length: number): number =>
    length < 100 || length > smallText.length - 300 ? 1 : times(40, 1);

  test.each([false, true])('is refused at any place, compressed: %s', async (packed) => {
    const bytes = packed ? new Uint8Array(gzipSync(smallText)) : new TextEncoder().encode(smallText);
    // Without the last line break it is still complete.
    const most = packed ? bytes.length : bytes.length - 1;
    const names = new Set<string>();
    for (let length = 0; length < most; length += step(length)) {
      const error = (await refusalOf(read([bytes.slice(0, length)]))) as { name: string } | null;
      names.add(error?.name ?? `taken at ${length} of ${bytes.length}`);
    }
    expect([...names].sort()).toEqual(['FileIncomplete', 'FileRefused']);
    expect(await refusalOf(read([bytes.slice(0, most)]))).toBeNull();
  });

  test('says so, once it is recognised as an export', async () => {
    const [head = ''] = smallText.split('\n');
    for (const length of [head.length, head.length + 1, smallText.length / 2, smallText.length - 2])
      expect(await refusalOf(read([smallText.slice(0, length)]))).toMatchObject({ name: 'FileIncomplete' });
  });

  test('says so where whole lines are missing', async () => {
    const all = smallText.split('\n');
    for (let at = 1; at < all.length - 1; at++) {
      const error = await refusalOf(read([all.toSpliced(at, 1).join('\n')]));
      const { name } = (error ?? { name: 'taken' }) as { name: string };
      // A missing empty table is reported as missing; everything else is counted.
      expect(['FileIncomplete', 'SnapshotInvalid'], all[at]).toContain(name);
    }
  });
});

describe('refused, with the reason', () => {
  const head = { format: 'svc-playground', version: schemaVersion, form: 'lines' };
  const [product] = everything.tables['products']!;
  const rest = smallText.split('\n').slice(1).join('\n');
  const cases: Record<string, [text: () => BlobPart[], expected: object]> = {
    'an unknown table': [
      () => [lines(head, { table: 'secrets', rows: [] }), rest],
      { name: 'SnapshotInvalid', table: 'secrets' },
    ],
    'a table that is there twice': [
      () => [
        lines(
          head,
          { table: 'products', rows: [] },
          { table: 'users', rows: [] },
          { table: 'products', rows: [] },
        ),
      ],
      { name: 'SnapshotInvalid', table: 'products', reason: 'comes again in line 4' },
    ],
    'a table that is there again without rows': [
      () => [lines(head, { table: 'products', rows: [] }, { table: 'products', rows: [] })],
      { name: 'SnapshotInvalid', table: 'products' },
    ],
    'an invalid row': [
      () => [lines(head, { table: 'products', rows: [{ ...product, price: 'free' }] })],
      { name: 'SnapshotInvalid', table: 'products', key: product!['product_key'], field: 'price' },
    ],
    'a product of 5 MB': [
      () => [lines(head, { table: 'products', rows: [{ ...product, title: 'x'.repeat(5_000_000) }] })],
      {
        name: 'SnapshotInvalid',
        table: 'products',
        key: product!['product_key'],
        reason: 'has more than 4 MB',
      },
    ],
    'a line of 100 MB': [
      () => [lines(head), ...Array<string>(100).fill('x'.repeat(1024 * 1024))],
      { name: 'FileTooLarge', what: 'line' },
    ],
    'a number of rows that is not given': [
      () => [smallText.replace('"platform":1', '"platform":2')],
      { name: 'FileIncomplete' },
    ],
    'a table that is only in the last line': [
      () => [smallText.replace('"platform":1', '"platform":1,"more":1')],
      { name: 'FileIncomplete' },
    ],
    'a last line with words for numbers': [
      () => [smallText.replace('"platform":1', '"platform":"one"')],
      { name: 'FileIncomplete' },
    ],
    'something after the end': [() => [smallText, '{}\n'], { name: 'FileRefused', message: /after its end/ }],
    'a line that is not JSON': [() => [lines(head, 'x'), rest], { name: 'FileRefused', message: /Line 2/ }],
    'an unknown line': [() => [lines(head, { users: [] }), rest], { name: 'FileRefused', message: /Line 2/ }],
    'a line that is a list': [() => [lines(head, []), rest], { name: 'FileRefused', message: /Line 2/ }],
    'an empty line': [() => [lines(head, ''), rest], { name: 'FileRefused', message: /Line 2/ }],
    'rows that are not a list': [
      () => [lines(head, { table: 'users', rows: { length: 1 } }), rest],
      { name: 'FileRefused', message: /Line 2/ },
    ],
    'what is not UTF-8': [
      () => [lines(head), Uint8Array.of(0x7b, 0xff, 0x7d, 10), rest],
      { name: 'FileRefused', message: 'It is not text in UTF-8.' },
    ],
    'a later release': [
      () => [lines({ ...head, version: schemaVersion + 1 }), rest],
      { name: 'SnapshotTooNew', found: schemaVersion + 1 },
    ],
    'another format': [
      () => [lines({ ...head, format: 'mine' }), rest],
      { name: 'SnapshotInvalid', table: null },
    ],
  };
  const matching = (expected: object) =>
    Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [
        key,
        value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
      ]),
    );

  test.each(Object.entries(cases))('%s', async (_, [text, expected]) => {
    expect(await refusalOf(read(text()))).toMatchObject(matching(expected));
  });

  test('gzip with something after it, or with a changed byte', async () => {
    const packed = new Uint8Array(gzipSync(smallText));
    const changed = packed.slice();
    changed[packed.length >> 1]! ^= 0x55;
    for (const bytes of [[packed, 'more'], [changed]])
      expect(await refusalOf(read(bytes))).toMatchObject({
        name: expect.stringMatching(/^File(Incomplete|Refused)$/) as unknown,
      });
  });
});

describe('limits', () => {
  const limits: FileLimits = { others: 100_000, whole: 400_000, line: 50_000, row: 2000 };
  const head = { format: 'svc-playground', version: schemaVersion, form: 'lines' };
  const [product] = everything.tables['products']!;
  const [user] = everything.tables['users']!;

  const many = (table: string, row: Row, count: number, key: (at: number) => object) =>
    Array.from({ length: count / 20 }, (_, line) => ({
      table,
      rows: Array.from({ length: 20 }, (_, at) => ({ ...row, ...key(20 * line + at) })),
    }));
  const products = (count: number) =>
    many('products', product!, count, (at) => ({
      ...{ id: `p${at}`, product_key: `${String(product!['catalog_id'])}:p${at}`, made: at },
    }));
  const users = (count: number) =>
    many('users', user!, count, (at) => ({ id: `9${at}`, username: `n${at}` }));

  test.each([false, true])('products may be larger than all the rest, compressed: %s', async (packed) => {
    const found = await refusalOf(read([packedAs(packed, lines(head, ...products(600)))], limits));
    expect(found, 'read to the place where it breaks off').toMatchObject({ name: 'FileIncomplete' });
    const tooMany = await refusalOf(read([packedAs(packed, lines(head, ...products(2000)))], limits));
    expect(tooMany).toMatchObject({ name: 'FileTooLarge', what: 'unpacked', most: limits.whole });
  });

  test.each([false, true])('all other tables have their own limit, compressed: %s', async (packed) => {
    const found = await refusalOf(read([packedAs(packed, lines(head, ...users(1000)))], limits));
    expect(found).toMatchObject({ name: 'FileTooLarge', what: 'others', most: limits.others });
  });

  test('the vault counts towards it', async () => {
    const vault = Array.from({ length: 40 }, () => ({ vault: ['x'.repeat(5000)] }));
    expect(await refusalOf(read([lines(head, ...vault)], limits))).toMatchObject({ what: 'others' });
  });

  test('a file of one object has the same limit, and is not read if it is known to be larger', async () => {
    let bytes = 0;
    const object = new Blob(['{', ' '.repeat(limits.others)]);
    const reading = readFile(object, { ...calm, limits, read: (so) => void (bytes = so) });
    expect(await refusalOf(reading)).toMatchObject({
      name: 'FileTooLarge',
      what: 'file',
      found: object.size,
    });
    expect(bytes).toBeLessThanOrEqual(object.size);
    const packed = read([gzipSync(`{${' '.repeat(limits.others)}`)], limits);
    expect(await refusalOf(packed)).toMatchObject({ name: 'FileTooLarge', what: 'unpacked' });
  });

  test('a zip bomb is stopped at the limit, long before its end', async () => {
    const bomb = new Blob([gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))]);
    let unpackedTo = 0;
    const reading = readFile(bomb, { ...calm, read: (so) => void (unpackedTo = so) });
    expect(await refusalOf(reading)).toMatchObject({
      name: 'FileTooLarge',
      what: 'unpacked',
      most: fileLimits.others,
    });
    expect(unpackedTo).toBeLessThanOrEqual(bomb.size);
    const ofLines = new Blob([
      gzipSync(lines(head, ...Array<string>(100_000).fill('{"table":"products","rows":[]}'))),
    ]);
    expect(await refusalOf(readFile(ofLines, calm))).toMatchObject({
      name: 'SnapshotInvalid',
      table: 'products',
    });
  });
});

test('others get a turn while it is read, and a rejection of theirs ends it', async () => {
  const [product] = everything.tables['products']!;
  const products = Array.from({ length: 20_000 }, (_, at): Row => ({
    ...product,
    ...{ id: `p${at}`, product_key: `${String(product!['catalog_id'])}:p${at}`, made: at },
  }));
  const tables = { ...everything.tables, products, product_sets: [] };
  const text = [...textOf(leaving({ ...everything, tables }), 'lines')];
  let rests = 0;
  await readFile(new Blob(text), { ...calm, rest: async () => void rests++ });
  expect(rests).toBeGreaterThan(40);
  for (const last of [0, 1, Math.floor(rests / 2), rests - 1]) {
    let left = last;
    const rest = async () => {
      if (left-- === 0) throw new Error('enough');
    };
    expect(await refusalOf(readFile(new Blob(text), { ...calm, rest }))).toMatchObject({ message: 'enough' });
  }
});
