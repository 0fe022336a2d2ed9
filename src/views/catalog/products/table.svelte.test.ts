import { expect, test } from 'vitest';
import type { GridRows, GridView, GridWindow } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { ProductTable } from './table.svelte.ts';

const view: GridView = { catalogId: 'c', setId: null, filter: '', column: null, isFalling: false };

/** A platform with this many products, and a count of its calls. */
function shop(products: number) {
  const asked: GridWindow[] = [];
  const there = { products };
  const playground = {
    subscribe: () => () => undefined,
    ask: async (_id: string, _viewer: string, _view: GridView, window: GridWindow) => {
      asked.push(window);
      const { products: total } = there;
      const rows = Array.from({ length: total }, (_, at) => ({ product_key: String(at) }));
      return {
        ...{ kind: 'rows', from: 0, rows, total, matches: total },
        marks: [],
        asSet: null,
      } as unknown as GridRows;
    },
  };
  const table = new ProductTable({ playground } as unknown as PageSession);
  return { table, asked, there };
}

test('changes made while the table was not followed are asked for, though the visible rows were loaded before', async () => {
  const { table, there } = shop(5);
  table.look(view);
  table.see(0, 10);
  const stop = table.follow();
  await expect.poll(() => table.matches).toBe(5);
  stop();
  there.products = 8;
  // As a pane does when it is opened again: first the grid sets its view, then the table is followed.
  table.look(view);
  table.see(0, 10);
  table.follow()();
  await expect.poll(() => table.matches).toBe(8);
});

test('scrolling does not ask again for loaded rows', async () => {
  const { table, asked } = shop(5);
  table.look(view);
  table.see(0, 10);
  await expect.poll(() => table.matches).toBe(5);
  const before = asked.length;
  table.see(0, 11);
  await Promise.resolve();
  expect(asked).toHaveLength(before);
});
