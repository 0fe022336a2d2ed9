import type { Page } from '@playwright/test';
import { expect, open, test } from '../../support/harness/fixtures.ts';
import { proved, proving } from '../../support/prove.ts';

const posts = proving ? 100_000 : 20_000;
const blockSize = 1000;

test(`a reload with ${posts.toLocaleString('en')} posts finds them all and answers its first call`, async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  const name = `svc-playground:${new URL(harnessSite.url).pathname}`;
  await page.route('**/*.js', (route) => route.abort()); // nobody runs the engine meanwhile
  await page.goto(harnessSite.url);
  await fill(page, name);
  await page.unroute('**/*.js');
  const times: number[] = [];
  for (let round = 0; round < (proving ? 3 : 1); round++) {
    await page.goto(harnessSite.url);
    const { answered, found } = await page.evaluate(async () => {
      const { playground, firstAnswer } = await harness;
      const { tables } = await playground.exportSnapshot();
      return { answered: firstAnswer, found: tables['posts']!.length };
    });
    expect(found).toBeGreaterThan(posts);
    times.push(Math.round(answered));
  }
  proved(`reload with ${posts} posts: first call answered after ${times.join(', ')} ms`);
});

/** Posts like the first one there is, as the worker keeps them: in blocks of a thousand. */
const fill = (page: Page, name: string): Promise<void> =>
  page.evaluate(
    async ({ name, posts, blockSize }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
        });
      const database = await done(indexedDB.open(name));
      const transaction = database.transaction('blocks', 'readwrite');
      const store = transaction.objectStore('blocks');
      type Row = Record<string, unknown>;
      const block = (await done(store.get(['posts', '']))) as { rows: [string, Row][] };
      const [first, like] = block.rows[0]!;
      store.put({ table: 'posts', from: first, rows: block.rows });
      for (let at = 0; at < posts; at += blockSize) {
        const rows = Array.from({ length: blockSize }, (_, index): [string, Row] => {
          const id = String(BigInt(first) - BigInt(posts - at - index)); // older than all there are
          return [id, { ...like, id, text: `Post ${at + index}`, conversation_id: id }];
        });
        store.put({ table: 'posts', from: at === 0 ? '' : rows[0]![0], rows });
      }
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    { name, posts, blockSize },
  );
