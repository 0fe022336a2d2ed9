/**
 * Compares the tables of specification 8.2 and 8.3 with the declarations, cell by cell: the clauses contain each row.
 */
import { describe, expect, test } from 'vitest';
import { allRows, catalogRows, rows } from '../support/cells.ts';
import type { CellValue } from '../support/cells.ts';
import { proves } from '../support/clause.ts';
import { endpoints } from '../../testing/endpoints.ts';

const declared = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
const missing = rows.filter(({ endpoint }) => !declared.has(endpoint));

/** As in a declaration; null for a plan without a cell. */
const asLimits = (cell: readonly CellValue[]) =>
  cell.length === 0
    ? null
    : cell.map(({ scope, calls, minutes }) => ({ scope, limit: calls, windowSeconds: minutes * 60 }));

test('the tables have 78 rows, each a method and path of v2 of its own', () => {
  expect(rows).toHaveLength(78);
  expect(new Set(rows.map(({ endpoint }) => endpoint)).size).toBe(78);
  for (const { endpoint, cells } of rows) {
    expect(endpoint).toMatch(/^(GET|POST|PUT|DELETE) \/2\//);
    expect(cells.pro.length, endpoint).toBeGreaterThan(0);
  }
});

describe('what is declared is what the document lists, on each plan', () => {
  for (const { clause, endpoint, cells } of rows.filter((row) => declared.has(row.endpoint)))
    test(proves([clause, '8.3-cell-order'], endpoint), () => {
      const { limits, plans } = declared.get(endpoint)!;
      expect(limits.cells).toEqual({
        pro: asLimits(cells.pro),
        basic: asLimits(cells.basic),
        free: asLimits(cells.free),
        enterprise: asLimits(cells.pro), // choice: cells
      });
      expect(limits.documented).toBe(true);
      expect(plans.includes('free')).toBe(cells.free.length > 0);
    });
});

describe('the table of the Catalog API is what is declared, on every plan alike', () => {
  for (const { clause, endpoint, cells } of catalogRows)
    test(proves(clause, endpoint), () => {
      const { limits, plans, section } = declared.get(endpoint)!;
      const cell = asLimits(cells.pro);
      expect(cell).toHaveLength(1);
      expect(limits).toMatchObject({
        cells: { pro: cell, basic: cell, free: cell, enterprise: cell },
        documented: true,
      });
      expect([section, plans]).toEqual(['4.4', ['free', 'basic', 'pro', 'enterprise']]);
    });

  test('it has 15 cells, with the figures of the document', () => {
    expect(
      Object.fromEntries(catalogRows.map(({ endpoint, cells }) => [endpoint, cells.pro[0]!.calls])),
    ).toEqual({
      'GET /5/product_catalogs': 1000,
      'POST /5/product_catalogs': 20,
      'PUT /5/product_catalogs/:product_catalog_id': 20,
      'DELETE /5/product_catalogs/:product_catalog_id': 20,
      'GET /5/product_catalogs/:product_catalog_id/products': 1000,
      'PUT /5/product_catalogs/:product_catalog_id/products': 600,
      'DELETE /5/product_catalogs/:product_catalog_id/products': 150,
      'GET /5/product_catalogs/:product_catalog_id/product_sets': 2000,
      'POST /5/product_catalogs/:product_catalog_id/product_sets': 100,
      'PUT /5/product_catalogs/:product_catalog_id/product_sets/:product_set_id': 500,
      'DELETE /5/product_catalogs/:product_catalog_id/product_sets/:product_set_id': 100,
      'GET /5/product_catalogs/:product_catalog_id/product_feeds': 1000,
      'POST /5/product_catalogs/:product_catalog_id/product_feeds': 20,
      'PUT /5/product_catalogs/:product_catalog_id/product_feeds/:product_feed_id': 20,
      'DELETE /5/product_catalogs/:product_catalog_id/product_feeds/:product_feed_id': 20,
    });
  });
});

test('an endpoint declared as documented has a row, and a v2 endpoint with a row is declared so', () => {
  const listed = new Set(allRows.map(({ endpoint }) => endpoint));
  for (const [name, { limits }] of declared) expect(limits.documented, name).toBe(listed.has(name));
});

test('every row has an endpoint', () => {
  expect(missing.map(({ endpoint }) => endpoint)).toEqual([]);
});
