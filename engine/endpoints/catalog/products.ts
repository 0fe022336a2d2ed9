/** Products of a catalog, in batches (specification 2.6, 4.4; choice: catalog-products). */
import { catalogFor, setOf } from '../../catalog/access.ts';
import { fromJson, valuesOf } from '../../catalog/attributes.ts';
import type { ProductIssue } from '../../catalog/attributes.ts';
import { productsBinding } from '../../catalog/list.ts';
import { MemberStretch, membershipsOf } from '../../catalog/membership.ts';
import { removeProducts, Upserts } from '../../catalog/products.ts';
import type { UpsertStatus } from '../../catalog/products.ts';
import { Writer } from '../../catalog/writers.ts';
import { showProduct } from '../../catalog/show.ts';
import { answered, pagedList } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import type { Endpoint } from '../../declaration/endpoint.ts';
import type { Services } from '../../declaration/services.ts';
import { cursorPage, cursorPaging } from '../../paging/ads.ts';
import type { Stretch } from '../../paging/page.ts';
import { Sorted } from '../../paging/sorted.ts';
import { catalog } from '../../spec/apis.ts';
import { described, listOf, object, optional, string } from '../../spec/fields.ts';
import { limits } from '../../spec/limits.ts';
import { isRefusal } from '../../spec/problems.ts';
import { productKey } from '../../state/tables/catalog.ts';
import type { Catalog, ProductSet } from '../../state/tables/catalog.ts';
import { exampleCatalog, exampleProduct } from './examples.ts';
import { CatalogId, ProductInput, ProductObject, ProductResponse, SetId } from './schemas.ts';

const choices = [
  'catalog-access',
  'catalog-shapes',
  'catalog-products',
  'catalog-size',
  'catalog-calls',
  'ads-envelope',
  'ads-errors',
] as const;

/** The same on every plan (8.2). */
const of = (cell: string) => limits(cell, cell, cell);

const path = '/5/product_catalogs/:product_catalog_id/products';
const mostAtOnce = 1000;

export const getProducts = endpoint({
  id: 'getProducts',
  api: catalog,
  method: 'GET',
  path,
  section: '4.4',
  summary: 'List the products of a catalog, or of one of its sets',
  description: 'Returns the products of a catalog, or of one product set. Page with `cursor`.',
  auth: ['oauth1'],
  limits: of('1000 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  query: { ...cursorPaging, product_set_id: optional(SetId, 'Only the products of this set') },
  answers: { 200: pagedList(ProductObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound', 'parameterInvalid'],
  example: { path: { product_catalog_id: exampleCatalog }, query: { count: '3' } },
  handle({ principal: { user }, path, query }, platform) {
    const { tables, paging } = platform;
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const set = query.product_set_id === undefined ? null : setOf(query.product_set_id, found, tables);
    if (set && isRefusal(set)) return set;
    const stretch = set ? ofSet(set, platform) : tables.products.range('catalog', found.id);
    const binding = productsBinding(found.id, set?.id ?? null);
    const page = cursorPage(stretch, query, binding, paging, 'ascending');
    if (isRefusal(page)) return page;
    const data = page.keys.map((key) => showProduct(tables.products.must(key)));
    return { status: 200, body: { data, next_cursor: page.next_cursor } };
  },
});

/** The products of a set. Those of a manual set all exist, because a deleted product leaves its sets. */
function ofSet(set: ProductSet, { tables, state }: Services): Stretch {
  if (!set.product_ids) return new MemberStretch(membershipsOf(state).of(set), tables);
  const keys = set.product_ids.map((id) => productKey(set.catalog_id, id));
  return new Sorted(keys.map((key) => [tables.products.must(key).made, key]));
}

interface Response {
  readonly product_key: string | null;
  readonly id: string | null;
  readonly status: UpsertStatus;
  readonly warnings: readonly ProductIssue[];
  readonly errors: readonly ProductIssue[];
}

export const putProducts = endpoint({
  id: 'putProducts',
  api: catalog,
  method: 'PUT',
  path,
  section: '4.4',
  summary: 'Add and update products of a catalog, up to 1,000 at once',
  description:
    "Creates or updates up to 1,000 products by the merchant's ids. Each entry has its own result, so one mistake does not stop the others.",
  auth: ['oauth1'],
  limits: of('600 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  body: object({ products: described(listOf(ProductInput, mostAtOnce), `1 to ${mostAtOnce} products`) }),
  answers: { 200: answered(object({ products_response: listOf(ProductResponse) })) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: {
    path: { product_catalog_id: exampleCatalog },
    body: {
      products: [
        {
          id: exampleProduct,
          title: 'Storm lantern',
          description: 'Burns for 20 hours, in any wind.',
          availability: 'in stock',
          condition: 'new',
          price: '20.00 USD',
          link: 'https://shop.northwind.example/lantern-01',
          image_link: 'https://shop.northwind.example/lantern-01.jpg',
          brand: 'Northwind',
          inventory: 12,
        },
      ],
    },
  },
  handle({ principal: { user }, path, body, now, requestId, transact }, { tables }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const twice = repeated(body.products);
    const products_response = transact((write) => {
      const writer = new Writer(found.id, { request_id: requestId });
      const upserts = new Upserts(found, tables, write, writer);
      const responses = body.products.map((entry) => upsertEntry(entry, twice, found, upserts));
      upserts.finish(now);
      return responses;
    });
    return { status: 200, body: { data: { products_response } } };
  },
});

const isMembers = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry);

/** The ids of more than one entry. */
function repeated(entries: readonly unknown[]): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const twice = new Set<unknown>();
  for (const entry of entries) {
    if (!isMembers(entry) || typeof entry['id'] !== 'string') continue;
    const id = entry['id'].trim();
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  return twice;
}

function upsertEntry(
  entry: unknown,
  twice: ReadonlySet<unknown>,
  { id: catalogId }: Catalog,
  upserts: Upserts,
): Response {
  const failed = (id: string | null, ...errors: readonly ProductIssue[]): Response => ({
    ...{ product_key: null, id, status: 'ERROR', warnings: [], errors },
  });
  if (!isMembers(entry)) return failed(null, { attribute: null, message: 'a product is not an object' });
  const { given, issues } = fromJson(entry);
  const { id } = given;
  if (typeof id !== 'string') {
    const isMissing = entry['id'] === undefined || entry['id'] === null;
    return failed(
      null,
      ...(isMissing ? [{ attribute: 'id', message: 'id is missing' } as const] : []),
      ...issues,
    );
  }
  if (twice.has(id))
    return failed(
      id,
      { attribute: 'id', message: 'more than one product of this call has this id' },
      ...issues,
    );
  if (issues.length > 0) return failed(id, ...issues);
  const { status, warnings, errors } = upserts.upsert(id, valuesOf(given));
  return { product_key: status === 'ERROR' ? null : productKey(catalogId, id), id, status, warnings, errors };
}

export const deleteProducts = endpoint({
  id: 'deleteProducts',
  api: catalog,
  method: 'DELETE',
  path,
  section: '4.4',
  summary: 'Remove products from a catalog, up to 1,000 at once',
  description:
    'Removes up to 1,000 products from a catalog, and from every set that contains them. Each key has its own result.',
  auth: ['oauth1'],
  limits: of('150 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  body: object({
    product_keys: described(
      listOf(string({ least: 1, most: 200 }), mostAtOnce),
      `1 to ${mostAtOnce} keys, as a list of products shows them`,
    ),
  }),
  answers: {
    200: answered(
      object({
        products_response: listOf(
          object({ product_key: string(), status: described(string(), 'DELETE_SUCCESS or NOT_FOUND') }),
        ),
      }),
    ),
  },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: {
    path: { product_catalog_id: exampleCatalog },
    body: { product_keys: [productKey(exampleCatalog, exampleProduct)] },
  },
  handle({ principal: { user }, path, body, transact }, { tables }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const keys = new Set(body.product_keys);
    const products = [...keys].flatMap((key) => {
      const product = tables.products.get(key);
      return product?.catalog_id === found.id ? [product] : [];
    });
    if (products.length > 0) transact((write) => removeProducts(found, products, tables, write));
    const removed = new Set(products.map(({ product_key }) => product_key));
    const products_response = [...keys].map((product_key) => ({
      product_key,
      status: removed.has(product_key) ? 'DELETE_SUCCESS' : 'NOT_FOUND',
    }));
    return { status: 200, body: { data: { products_response } } };
  },
});

export const products: readonly Endpoint[] = [getProducts, putProducts, deleteProducts];
