/** Product feeds: files that are fetched by a schedule (specification 2.6, 4.4; choices: catalog-feeds, feed-schedule). */
import { catalogFor, feedOf } from '../../catalog/access.ts';
import { answered, pagedList } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import type { Endpoint } from '../../declaration/endpoint.ts';
import { FeedUrl, feedUrlObjection, mostFeeds, Repeat, StartTime, TimeZone } from '../../feeds/inputs.ts';
import { planFeed } from '../../feeds/jobs.ts';
import { removeFeed } from '../../feeds/queue.ts';
import { localTimeAt } from '../../feeds/schedule.ts';
import { showFeed } from '../../feeds/show.ts';
import { cursorPage, cursorPaging } from '../../paging/ads.ts';
import { catalog } from '../../spec/apis.ts';
import { described, object, oneOf, optional } from '../../spec/fields.ts';
import { limits } from '../../spec/limits.ts';
import { clip, isRefusal, refuse, refuseValue } from '../../spec/problems.ts';
import { feedFormats, frequencies } from '../../state/tables/catalog-words.ts';
import { exampleCatalog, exampleFeed } from './examples.ts';
import { CatalogId, FeedId, ProductFeedObject } from './schemas.ts';

const choices = [
  'catalog-access',
  'catalog-feeds',
  'feed-schedule',
  'feed-fetch',
  'catalog-calls',
  'ads-envelope',
  'ads-errors',
] as const;

/** The same on every plan (8.2). */
const of = (cell: string) => limits(cell, cell, cell);

const path = '/5/product_catalogs/:product_catalog_id/product_feeds';
const pathOfOne = `${path}/:product_feed_id` as const;

const Format = oneOf(feedFormats);
const Frequency = oneOf(frequencies);
export const getProductFeeds = endpoint({
  id: 'getProductFeeds',
  api: catalog,
  method: 'GET',
  path,
  section: '4.4',
  summary: 'List the product feeds of a catalog, each with its last run',
  description:
    'Returns the product feeds of a catalog, each with the result of its last run. Page with `cursor`.',
  auth: ['oauth1'],
  limits: of('1000 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  query: cursorPaging,
  answers: { 200: pagedList(ProductFeedObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound', 'parameterInvalid'],
  example: { path: { product_catalog_id: exampleCatalog } },
  handle({ principal: { user }, path, query }, { tables, paging }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const feeds = tables.product_feeds.range('catalog', found.id);
    const page = cursorPage(feeds, query, `product feeds ${found.id}`, paging, 'ascending');
    if (isRefusal(page)) return page;
    const data = page.keys.map((key) => showFeed(tables.product_feeds.must(key), tables));
    return { status: 200, body: { data, next_cursor: page.next_cursor } };
  },
});

export const createProductFeed = endpoint({
  id: 'createProductFeed',
  api: catalog,
  method: 'POST',
  path,
  section: '4.4',
  summary: 'Create a product feed; its runs are asynchronous',
  description:
    'Creates a feed: a file at a public address that the platform fetches on a schedule. Each run adds and updates products, and lists the rows that it rejected.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  body: object({
    feed_url: FeedUrl,
    feed_format: described(Format, 'Format of the file'),
    frequency: described(Frequency, 'Unit of the schedule'),
    repeat: optional(Repeat),
    start_time: optional(StartTime),
    time_zone: optional(TimeZone),
  }),
  answers: { 201: answered(ProductFeedObject) },
  refuses: [
    'earlyAccessMissing',
    'termsNotAccepted',
    'resourceNotFound',
    'catalogLimitExceeded',
    'parameterInvalid',
  ],
  example: {
    path: { product_catalog_id: exampleCatalog },
    body: {
      feed_url: 'https://shop.northwind.example/products.csv',
      feed_format: 'CSV',
      frequency: 'DAILY',
      time_zone: 'Europe/Berlin',
    },
  },
  handle({ principal: { user }, path, body, now, transact }, { tables, state, jobs }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    if (tables.product_feeds.countBy('catalog', found.id) >= mostFeeds)
      return refuse('catalogLimitExceeded', `a catalog has at most ${mostFeeds} product feeds`);
    const objection = refuseAddress(body.feed_url);
    if (objection) return objection;
    const { feed_url, feed_format, frequency, repeat = 1, time_zone = 'UTC' } = body;
    const feed = transact((write) => {
      const made = write.product_feeds.insert({
        ...{ id: BigInt(state.nextId()).toString(36), catalog_id: found.id },
        ...{ feed_url, feed_format, frequency, repeat, time_zone },
        start_time: body.start_time ?? localTimeAt(now, time_zone),
        ...{ created_at: now, updated_at: now, taken: null },
      });
      // Without a start time, the first run begins now.
      planFeed(made, body.start_time === undefined ? null : now, write, { jobs });
      return made;
    });
    return { status: 201, body: { data: showFeed(feed, tables) } };
  },
});

export const updateProductFeed = endpoint({
  id: 'updateProductFeed',
  api: catalog,
  method: 'PUT',
  path: pathOfOne,
  section: '4.4',
  summary: 'Change a product feed: its file or its schedule',
  description:
    'Changes the file or the schedule of a product feed. Fields that are not sent stay as they are.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  params: { product_catalog_id: CatalogId, product_feed_id: FeedId },
  body: object({
    feed_url: optional(FeedUrl),
    feed_format: optional(Format, 'Format of the file'),
    frequency: optional(Frequency, 'Unit of the schedule'),
    repeat: optional(Repeat),
    start_time: optional(StartTime),
    time_zone: optional(TimeZone),
  }),
  answers: { 200: answered(ProductFeedObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound', 'parameterInvalid'],
  example: {
    path: { product_catalog_id: exampleCatalog, product_feed_id: exampleFeed },
    body: { frequency: 'HOURLY', repeat: 6 },
  },
  handle({ principal: { user }, path, body, now, transact }, { tables, jobs }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const feed = feedOf(path.product_feed_id, found, tables);
    if (isRefusal(feed)) return feed;
    const objection = body.feed_url === undefined ? null : refuseAddress(body.feed_url);
    if (objection) return objection;
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = transact((write) => {
      // The file may be different now, so the next run must read it.
      const after = write.product_feeds.update(feed.id, { ...given, updated_at: now, taken: null });
      planFeed(after, now, write, { jobs });
      return after;
    });
    return { status: 200, body: { data: showFeed(changed, tables) } };
  },
});

export const deleteProductFeed = endpoint({
  id: 'deleteProductFeed',
  api: catalog,
  method: 'DELETE',
  path: pathOfOne,
  section: '4.4',
  summary: 'Delete a product feed; its products stay',
  description:
    'Deletes a product feed and ends its schedule. The products that it brought stay in the catalog.',
  auth: ['oauth1'],
  limits: of('20 U'),
  choices,
  params: { product_catalog_id: CatalogId, product_feed_id: FeedId },
  answers: { 200: answered(ProductFeedObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: { path: { product_catalog_id: exampleCatalog, product_feed_id: exampleFeed } },
  handle({ principal: { user }, path, transact }, { tables, jobs, outbox }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const feed = feedOf(path.product_feed_id, found, tables);
    if (isRefusal(feed)) return feed;
    const data = showFeed(feed, tables);
    transact((write) => removeFeed(feed, tables, write, { jobs, outbox }));
    return { status: 200, body: { data } };
  },
});

function refuseAddress(url: string) {
  const objection = feedUrlObjection(url);
  return objection && refuseValue('body field', 'feed_url', clip(url), `is not allowed: ${objection}`);
}

export const feeds: readonly Endpoint[] = [
  getProductFeeds,
  createProductFeed,
  updateProductFeed,
  deleteProductFeed,
];
