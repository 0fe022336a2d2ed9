/** The catalog of a user (specification 2.6, 4.4). */
import { catalogFor, shutFor } from '../../catalog/access.ts';
import { clearJob } from '../../catalog/jobs.ts';
import { showCatalog } from '../../catalog/show.ts';
import { removeWriters } from '../../catalog/writers.ts';
import { answered, pagedList } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import type { Endpoint } from '../../declaration/endpoint.ts';
import { removeFeed } from '../../feeds/queue.ts';
import { cursorPage, cursorPaging } from '../../paging/ads.ts';
import { Sorted } from '../../paging/sorted.ts';
import { catalog } from '../../spec/apis.ts';
import { object } from '../../spec/fields.ts';
import { limits } from '../../spec/limits.ts';
import { isRefusal, refuse } from '../../spec/problems.ts';
import { exampleCatalog } from './examples.ts';
import { CatalogId, CatalogObject, Name } from './schemas.ts';

const choices = ['catalog-access', 'catalog-shapes', 'catalog-calls', 'ads-envelope', 'ads-errors'] as const;
/** The same on every plan (8.2). */
const of = (cell: string) => limits(cell, cell, cell);

export const getCatalogs = endpoint({
  id: 'getCatalogs',
  api: catalog,
  method: 'GET',
  path: '/5/product_catalogs',
  section: '4.4',
  summary: 'List the product catalog of the acting user',
  description:
    'Returns the product catalog of the acting user, who has at most one. It takes early access and accepted terms, like every call of the Catalog API.',
  auth: ['oauth1'],
  limits: of('1000 U'),
  choices,
  query: cursorPaging,
  answers: { 200: pagedList(CatalogObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'parameterInvalid'],
  example: {},
  handle({ principal: { user }, query }, { tables, paging }) {
    const shut = shutFor(user.id, tables);
    if (shut) return shut;
    const places = tables.catalogs.keysBy('owner', user.id).map((id) => [id] as const);
    const page = cursorPage(new Sorted(places), query, `catalogs ${user.id}`, paging, 'ascending');
    if (isRefusal(page)) return page;
    const { keys, next_cursor } = page;
    return {
      status: 200,
      body: { data: keys.map((id) => showCatalog(tables.catalogs.must(id))), next_cursor },
    };
  },
});

export const createCatalog = endpoint({
  id: 'createCatalog',
  api: catalog,
  method: 'POST',
  path: '/5/product_catalogs',
  section: '4.4',
  summary: 'Create a product catalog; a user has one',
  description: 'Creates the product catalog of the acting user. A user who has one already is refused.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  body: object({ name: Name }),
  answers: { 201: answered(CatalogObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'catalogLimitExceeded'],
  example: { body: { name: 'Northwind shop' } },
  handle({ principal: { user }, body, transact }, { tables, state }) {
    const shut = shutFor(user.id, tables);
    if (shut) return shut;
    const existing = tables.catalogs.firstBy('owner', user.id);
    if (existing)
      return refuse(
        'catalogLimitExceeded',
        `a user has one catalog, and @${user.username} has ${existing.id}`,
      );
    const made = transact((write) =>
      write.catalogs.insert({
        id: BigInt(state.nextId()).toString(36),
        ...{ owner_id: user.id, name: body.name, products_made: 0 },
      }),
    );
    return { status: 201, body: { data: showCatalog(made) } };
  },
});

export const updateCatalog = endpoint({
  id: 'updateCatalog',
  api: catalog,
  method: 'PUT',
  path: '/5/product_catalogs/:product_catalog_id',
  section: '4.4',
  summary: 'Rename a product catalog',
  description: 'Changes the name of a product catalog. Its products, sets and feeds stay as they are.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  body: object({ name: Name }),
  answers: { 200: answered(CatalogObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: { path: { product_catalog_id: exampleCatalog }, body: { name: 'Northwind harbour shop' } },
  handle({ principal: { user }, path, body, transact }, { tables }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const changed = transact((write) => write.catalogs.update(found.id, { name: body.name }));
    return { status: 200, body: { data: showCatalog(changed) } };
  },
});

export const deleteCatalog = endpoint({
  id: 'deleteCatalog',
  api: catalog,
  method: 'DELETE',
  path: '/5/product_catalogs/:product_catalog_id',
  section: '4.4',
  summary: 'Delete a product catalog with everything in it',
  description:
    'Deletes a product catalog together with its products, sets and feeds. The user can create another one afterwards.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  answers: { 200: answered(CatalogObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: { path: { product_catalog_id: exampleCatalog } },
  handle({ principal: { user }, path, now, transact }, { tables, jobs, outbox }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    transact((write) => {
      for (const id of tables.product_sets.keysBy('catalog', found.id)) write.product_sets.remove(id);
      for (const feed of tables.product_feeds.rowsBy('catalog', found.id))
        removeFeed(feed, tables, write, { jobs, outbox });
      removeWriters(found.id, tables, write);
      write.catalogs.remove(found.id);
      // The products are no longer visible. A job removes them, because a million at once would block every other call.
      if (tables.products.countBy('catalog', found.id) > 0)
        jobs.plan(write, { id: `${clearJob}:${found.id}`, name: clearJob, due: now, data: found.id });
    });
    return { status: 200, body: { data: showCatalog(found) } };
  },
});

export const catalogs: readonly Endpoint[] = [getCatalogs, createCatalog, updateCatalog, deleteCatalog];
