import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { fewOfStarter } from '../../../../tests/support/few.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { shopProduct } from '../../../../tests/support/shop-file.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { AskedCall } from '../../../call/own-call.ts';
import { emptyDraft } from './draft.ts';
import { SetEditor } from './set-editor.svelte.ts';
import { newSet } from '../routes/sets.ts';
import { SetsDesk } from './sets-desk.svelte.ts';

const inStock = { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' };
const below = (value: string) => ({ attribute: 'price', operator: 'LESS_THAN', value });

async function openShop(count = 40) {
  const session = await openSession(await fewOfStarter());
  const user = session.user!;
  await session.playground.do('catalog.setEarlyAccess', user.id, true);
  await session.playground.do('catalog.setTermsAccepted', user.id, true);
  const call = (asked: AskedCall) => ownCall(session, tokenOf(session, user.id)!, asked);
  const catalogs = '/5/product_catalogs';
  // The starter may have a catalog already, and a user has one at most.
  const { json: former } = await call({ method: 'GET', path: catalogs });
  for (const { id } of former.data as readonly { readonly id: string }[])
    await call({ method: 'DELETE', path: `${catalogs}/${id}` });
  const { json } = await call({ method: 'POST', path: catalogs, body: { name: 'Shop' } });
  const catalogId = (json.data as { readonly id: string }).id;
  const path = `${catalogs}/${catalogId}`;
  const products = Array.from({ length: count }, (_, at) => shopProduct(at));
  await call({ method: 'PUT', path: `${path}/products`, body: { products } });
  /** Follows an editor as a pane does, until the test is over. */
  const open = (id: string | null) => {
    const editor = new SetEditor(session, catalogId, id, emptyDraft);
    onTestFinished(editor.follow());
    return editor;
  };
  const begun = async () => {
    const editor = open(null);
    await eventually(() => expect(editor.rules).not.toBeNull());
    return editor;
  };
  const created = async (filters: readonly object[]) => {
    const body = { name: 'Coats', type: 'FILTERED', filters };
    const made = await call({ method: 'POST', path: `${path}/product_sets`, body });
    const editor = open((made.json.data as { readonly id: string }).id);
    await eventually(() => expect(editor.saved?.processing).toBe(false));
    await eventually(() => expect(editor.history).not.toBeNull());
    return editor;
  };
  return { session, catalogId, path, call, begun, created, open };
}

describe('a new set', () => {
  it('counts while it is edited, and is saved by a call of the acting user', async () => {
    const { begun, open } = await openShop();
    const editor = await begun();
    expect(editor.counting.funnel).toMatchObject({ products: 40, matches: 40 });
    editor.edit({ name: 'Cheap' }, 'name');
    editor.edit({ filters: [inStock, below('60.00 USD')] });
    await eventually(() => expect(editor.counting.funnel?.filters).toHaveLength(2));
    const { matches } = editor.counting.funnel!;
    expect(matches).toBeGreaterThan(0);
    expect(editor.prediction).toBeNull();
    const written = await editor.save();
    const again = open(written?.id ?? null);
    await eventually(() => expect(again.saved).toMatchObject({ name: 'Cheap', processing: false }));
    await eventually(() =>
      expect(again.counting.funnel).toMatchObject({ matches, moved: { came: 0, went: 0 } }),
    );
    expect(again.isChanged).toBe(false);
  });

  it('says what is wrong with a filter, counts the others, and shows the refusal if it is sent anyway', async () => {
    const { begun } = await openShop();
    const editor = await begun();
    editor.edit({ name: 'Cheap', filters: [inStock, below('60')] });
    await eventually(() => expect(editor.flaws[1]).toContain('20.00 USD'));
    expect(editor.flaws[0]).toBeNull();
    expect(editor.prediction).toBe('filter 2 is not a filter by a price such as 20.00 USD');
    expect(await editor.save()).toBeNull();
    expect(editor.refused?.exchange.outcome).toMatchObject({ status: 400 });
    expect(editor.refused?.advice?.what).toBeTruthy();
    editor.editFilter(1, below('60.00 USD'), 'value');
    expect(editor.refused, 'another call by now').toBeNull();
  });

  it('announces the count after typing pauses', async () => {
    const { begun } = await openShop();
    const editor = await begun();
    expect(editor.counting.said).toBe('');
    editor.edit({ filters: [below('21.00 USD')] });
    await eventually(() => expect(editor.counting.said).toMatch(/^\d+ products? match(es)?$/));
  });
});

describe('a saved set', () => {
  it('shows which products an edit adds and removes, and undoes each step', async () => {
    const { created } = await openShop();
    const editor = await created([inStock, below('60.00 USD')]);
    const before = editor.counting.funnel!.matches;
    editor.editFilter(1, below('6.00 USD'), 'value');
    editor.editFilter(1, below('90.00 USD'), 'value');
    editor.edit({ name: 'Other' }, 'name');
    await eventually(() => expect(editor.counting.funnel?.moved?.came).toBeGreaterThan(0));
    expect(editor.counting.funnel!.matches).toBe(before + editor.counting.funnel!.moved!.came);
    await editor.counting.show({ type: 'moved' });
    expect(editor.counting.products.map(({ moved }) => moved)).toContain('came');
    editor.undo();
    expect(editor.draft.name).toBe('Coats');
    editor.undo();
    expect([editor.isChanged, editor.canUndo]).toEqual([false, false]);
    await eventually(() => expect(editor.counting.funnel?.moved).toEqual({ came: 0, went: 0 }));
  });

  it('keeps the visible rows when products change, and shows more', async () => {
    const { created, call, path } = await openShop(240);
    const editor = await created([inStock]);
    const { counting } = editor;
    await counting.more();
    expect(counting.products).toHaveLength(100);
    const sold = { ...shopProduct(1), inventory: 0 };
    await call({ method: 'PUT', path: `${path}/products`, body: { products: [sold] } });
    await eventually(() => expect(counting.products[0]!.id).toBe('NW-2'));
    expect(counting.products).toHaveLength(100);
    await counting.more();
    expect(new Set(counting.products.map(({ id }) => id)).size).toBe(150);
  });

  it('shows which products were added and removed by changes of products', async () => {
    const { created, call, path } = await openShop();
    const editor = await created([inStock]);
    const sold = { ...shopProduct(1), inventory: 0 };
    await call({ method: 'PUT', path: `${path}/products`, body: { products: [sold] } });
    await eventually(() => expect(editor.history).toMatchObject({ came: 0, went: 1 }));
    expect(editor.history!.entries).toMatchObject([{ id: 'NW-1', change: { before: '7', after: '0' } }]);
  });

  it('follows another tab’s changes until it is edited itself, and says if the set was deleted', async () => {
    const { created, call } = await openShop();
    const editor = await created([inStock]);
    const { path } = editor.call;
    await call({ method: 'PUT', path, body: { name: 'From elsewhere' } });
    await eventually(() => expect(editor.draft.name).toBe('From elsewhere'));
    editor.edit({ description: 'Mine' });
    await call({ method: 'PUT', path, body: { name: 'Again' } });
    await eventually(() => expect(editor.saved?.name).toBe('Again'));
    expect(editor.draft).toMatchObject({ name: 'From elsewhere', description: 'Mine' });
    expect(await editor.remove()).toBe(true);
    await eventually(() => expect(editor.saved).toBeNull());
  });

  it('shows the products that fail only one filter, until that filter is removed', async () => {
    const { created } = await openShop();
    const editor = await created([inStock, below('60.00 USD')]);
    await editor.counting.show({ type: 'near', filter: 1 });
    expect(editor.counting.products.length).toBeGreaterThan(0);
    expect(editor.counting.products.every(({ fails }) => fails?.attribute === 'price')).toBe(true);
    editor.edit({ filters: [inStock] });
    await eventually(() => expect(editor.counting.part).toEqual({ type: 'matches' }));
  });
});

describe('a set chosen by hand', () => {
  it('accepts ids as long as there is room, and says which belong to no product', async () => {
    const { begun } = await openShop();
    const editor = await begun();
    const { manual } = editor;
    editor.edit({ type: 'MANUAL', name: 'By hand' });
    expect(manual.add(['NW-1', 'NW-2', 'nope', 'NW-1'])).toEqual([]);
    await manual.look(editor.draft.ids);
    expect(manual.missing).toEqual(['nope']);
    expect(await editor.save()).toBeNull();
    expect(editor.refused?.exchange.outcome).toMatchObject({ status: 400 });
    manual.remove('nope');
    const more = Array.from({ length: 60 }, (_, at) => `x${at}`);
    expect(manual.add(more)).toHaveLength(12);
    editor.undo();
    expect(await editor.save()).not.toBeNull();
  });

  it('finds products by letters of their titles', async () => {
    const { begun } = await openShop();
    const { manual } = await begun();
    manual.search('STORM jacket');
    await eventually(() => expect(manual.found?.products).toHaveLength(10));
    manual.search('wooden boat 3');
    await eventually(() =>
      expect(manual.found?.products.map(({ id }) => id)).toEqual(['NW-3', 'NW-31', 'NW-35', 'NW-39']),
    );
  });
});

it('an unsaved set is kept when the person returns, and a link with other filters starts again', async () => {
  const { session, catalogId } = await openShop(1);
  const desk = session.keep(SetsDesk);
  const editor = desk.editorOf(catalogId, newSet);
  editor.edit({ name: 'Half' });
  expect(desk.editorOf(catalogId, newSet)).toBe(editor);
  const other = desk.editorOf(catalogId, { ...newSet, filters: [below('1.00 USD')] });
  expect(other.draft).toMatchObject({ name: '', filters: [below('1.00 USD')] });
  desk.close(other);
  expect(desk.editorOf(catalogId, newSet).draft).toEqual(emptyDraft);
});
