import { describe, expect, it } from 'vitest';
import type { FilterRules, SavedSet } from '../../../../worker/api.ts';
import { callLines } from './call-lines.ts';
import {
  bodyOf,
  byAttribute,
  currencyIn,
  draftOf,
  emptyDraft,
  idsIn,
  isChanged,
  nextFilter,
  pricePartsOf,
  refusalOf,
} from './draft.ts';
import { causeWords, editWords, historyWords, movedWords, productWords } from './words.ts';

const price = { attribute: 'price', operator: 'LESS_THAN', value: '90.00 USD' } as const;
const stock = { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' } as const;
const saved: SavedSet = {
  ...{ id: 's', name: 'Coats', description: 'Warm', type: 'FILTERED', product_ids: null },
  ...{ filters: [stock, price], processing: false },
};
const rules: FilterRules = {
  attributes: [
    { name: 'price', takes: 'price', operators: ['GREATER_THAN', 'LESS_THAN', 'EQUAL_TO'] },
    { name: 'inventory', takes: 'number', operators: ['GREATER_THAN', 'LESS_THAN', 'EQUAL_TO'] },
    { name: 'product_type', takes: 'text', operators: ['EQUAL_TO', 'MATCH'] },
  ],
  ...{ mostFilters: 30, mostManual: 50 },
};
const marked = (body: object, of: SavedSet | null) =>
  callLines(body as Readonly<Record<string, unknown>>, of)
    .map((line) => line.map(({ text, changed }) => (changed ? `«${text}»` : text)).join(''))
    .join('\n');

describe('the call that Save makes', () => {
  it('sends all of a new set', () => {
    const draft = { ...emptyDraft, name: 'New', filters: [price] };
    expect(bodyOf(draft, null)).toEqual({ name: 'New', type: 'FILTERED', filters: [price] });
    expect(bodyOf({ ...draft, type: 'MANUAL', ids: ['a'], description: 'By hand' }, null)).toEqual({
      ...{ name: 'New', description: 'By hand', type: 'MANUAL', product_ids: ['a'] },
    });
  });

  it('sends the filters of a saved set only if they changed', () => {
    const draft = draftOf(saved);
    expect([isChanged(draft, saved), bodyOf(draft, saved)]).toEqual([
      false,
      { name: 'Coats', description: 'Warm' },
    ]);
    const renamed = { ...draft, name: 'Jackets' };
    expect([isChanged(renamed, saved), bodyOf(renamed, saved)]).toEqual([
      true,
      { name: 'Jackets', description: 'Warm' },
    ]);
    expect(bodyOf({ ...draft, filters: [stock] }, saved)).toEqual({
      ...{ name: 'Coats', description: 'Warm', filters: [stock] },
    });
  });

  it('marks what differs from the saved set', () => {
    const draft = { ...draftOf(saved), filters: [stock, { ...price, value: '120.00 USD' }] };
    expect(marked(bodyOf(draft, saved), saved)).toBe(
      [
        '{',
        '  "name": "Coats",',
        '  "description": "Warm",',
        '  "filters": [',
        '    { "attribute": "inventory", "operator": "GREATER_THAN", "value": "0" },',
        '    { "attribute": "price", "operator": "LESS_THAN", "value": «"120.00 USD"» }',
        '  ]',
        '}',
      ].join('\n'),
    );
    const manual: SavedSet = { ...saved, type: 'MANUAL', filters: null, product_ids: ['a'] };
    expect(marked({ name: 'Other', product_ids: ['a', 'b'] }, manual)).toBe(
      '{\n  "name": «"Other"»,\n  "product_ids": [\n    "a",\n    «"b"»\n  ]\n}',
    );
    expect(marked({ name: 'New', filters: [] }, null)).not.toContain('«');
    expect(JSON.parse(marked(bodyOf(draft, null), null))).toEqual(bodyOf(draft, null));
  });

  it('has a predicted refusal if the page can tell', () => {
    const draft = draftOf(saved);
    expect(refusalOf(draft, [null, null])).toBeNull();
    expect(refusalOf({ ...draft, name: ' ' }, [])).toBe('the set has no name');
    expect(refusalOf({ ...draft, filters: [] }, [])).toBe('the set has no filter');
    expect(refusalOf(draft, [null, 'a filter by a whole number'])).toBe(
      'filter 2 is not a filter by a whole number',
    );
    expect(refusalOf({ ...draft, type: 'MANUAL', filters: [] }, [])).toBeNull();
  });
});

describe('a filter', () => {
  it('keeps the parts that fit when its attribute changes', () => {
    const [, inventory, type] = rules.attributes;
    expect(byAttribute(price, inventory!, rules, 'EUR')).toEqual({
      ...price,
      attribute: 'inventory',
      value: '',
    });
    expect(byAttribute(price, type!, rules, 'EUR')).toEqual({
      ...{ attribute: 'product_type', operator: 'EQUAL_TO', value: '' },
    });
    expect(byAttribute(stock, rules.attributes[0]!, rules, 'EUR').value).toBe(' EUR');
  });

  it('starts with an attribute that no other filter has', () => {
    expect(nextFilter([], rules)).toEqual({ attribute: 'price', operator: 'GREATER_THAN', value: ' USD' });
    expect(nextFilter([price], rules).attribute).toBe('inventory');
    expect(currencyIn([{ ...price, value: '9 EUR' }])).toBe('EUR');
  });

  it('has a price in two parts', () => {
    expect(pricePartsOf('120.00 USD')).toEqual({ amount: '120.00', currency: 'USD' });
    expect(pricePartsOf(' EUR')).toEqual({ amount: '', currency: 'EUR' });
    expect(pricePartsOf('5')).toEqual({ amount: '5', currency: '' });
  });
});

it('ids are read one per line or separated by commas, each once', () => {
  expect(idsIn('NW-1\nNW-2, NW-3;NW-1\r\n\tNW 4 ')).toEqual(['NW-1', 'NW-2', 'NW-3', 'NW 4']);
  expect(idsIn(' \n,')).toEqual([]);
});

describe('in words', () => {
  it('says what the person changed', () => {
    expect(editWords([stock, price], [stock, { ...price, value: '120.00 USD' }])).toEqual([
      'You raised price from 90.00 USD to 120.00 USD.',
    ]);
    expect(editWords([price], [{ ...price, operator: 'EQUAL_TO' }, stock])).toEqual([
      'You changed price under 90.00 USD to price exactly 90.00 USD.',
      'You added inventory over 0.',
    ]);
    expect(editWords([stock, price], [])).toEqual([
      'You removed inventory over 0.',
      'You removed price under 90.00 USD.',
    ]);
    expect(
      editWords(
        [],
        Array.from({ length: 5 }, (_, at) => ({ ...stock, value: `${at}` })),
      ),
    ).toHaveLength(3);
    expect(editWords([stock], [stock])).toEqual([]);
  });

  it('says why a product was added or removed', () => {
    const feed = {
      type: 'run',
      runId: 'r',
      feedUrl: 'https://shop.example/files/catalogue.csv?x=1',
    } as const;
    expect(causeWords(feed)).toBe('by catalogue.csv');
    expect(causeWords({ ...feed, feedUrl: null })).toBe('by a feed that is gone');
    const moved = { moved: 'went', at: 0, product_key: 'k', id: 'a', title: 'A', price: '1 USD' } as const;
    const change = { attribute: 'inventory', before: '3', after: null } as const;
    expect(movedWords({ ...moved, cause: { type: 'call' }, change })).toBe(
      'inventory 3 → none at 00:00:00, by a call',
    );
    expect(movedWords({ ...moved, cause: feed, change: null })).toBe(
      'the product was removed at 00:00:00, by catalogue.csv',
    );
    const causes = [
      { came: 0, went: 14, cause: feed },
      { came: 2, went: 1, cause: { type: 'call' } },
    ] as const;
    expect(historyWords({ since: 0, came: 2, went: 15, entries: [], causes, earlier: [] })).toEqual([
      '14 left by catalogue.csv.',
      '2 came and 1 left by a call.',
    ]);
  });

  it('says what keeps a product out', () => {
    const match = {
      ...{ product_key: 'k', id: 'a', title: 'A', price: '130.00 USD', product_type: 'Coats' },
      ...{ inventory: 1200, moved: null, fails: { ...price, has: '130.00 USD' } },
    } as const;
    expect(productWords(match)).toBe('its price is 130.00 USD, Coats, 1,200 in stock');
    expect(productWords({ ...match, fails: { ...stock, has: null }, inventory: null })).toBe(
      'it has no inventory, Coats',
    );
    expect(productWords({ ...match, moved: 'came' })).toBe('Coats, 1,200 in stock');
    expect(productWords({ ...match, fails: null, product_type: null })).toBe('a, 1,200 in stock');
  });
});
