/** What rows of product catalogs may hold. */
import {
  flag,
  keyOf,
  listOf,
  matching,
  moment,
  nullable,
  oneOf,
  optional,
  record,
  text,
  whole,
} from '../store/kinds.ts';
import { rowRules } from '../store/spec.ts';
import { productKey } from '../tables/catalog.ts';
import {
  ageGroups,
  availabilities,
  conditions,
  feedFormats,
  filterAttributes,
  filterOperators,
  frequencies,
  genders,
  mostColumns,
  mostFilters,
  mostManual,
  mostReasons,
  mostSamples,
  mostSets,
  mostSlices,
  rejectionsTogether,
  runStatuses,
  setTypes,
} from '../tables/catalog-words.ts';
import type {
  Catalog,
  FeedCounts,
  FeedFile,
  FeedLine,
  FeedReason,
  FeedRejection,
  FeedRejections,
  FeedRun,
  FeedSample,
  FeedTrace,
  Merchant,
  Product,
  ProductFeed,
  ProductFilter,
  ProductSet,
  ProductWriter,
  SetChange,
} from '../tables/catalog.ts';

const catalogId = matching(/^[0-9a-z]{1,13}$/, 'an id of 1 to 13 digits and small letters');
const said = optional(text);
const price = matching(/^\d{1,12}(?:\.\d{1,6})? [A-Z]{3}$/, 'a price such as 20.00 USD');

const productFields = {
  product_key: text,
  catalog_id: catalogId,
  made: whole(0),
  writer: optional(whole(0)),
  id: text,
  title: text,
  description: text,
  availability: oneOf(...availabilities),
  condition: oneOf(...conditions),
  price,
  link: text,
  image_link: text,
  brand: said,
  gtin: said,
  mpn: said,
  additional_image_link: optional(listOf(text, 1, 10)),
  google_product_category: said,
  product_type: said,
  inventory: optional(whole(0)),
  sale_price: optional(price),
  sale_price_effective_date: said,
  item_group_id: said,
  gender: optional(oneOf(...genders)),
  color: said,
  size: said,
  age_group: optional(oneOf(...ageGroups)),
  custom_label_0: said,
  custom_label_1: said,
  custom_label_2: said,
  custom_label_3: said,
  custom_label_4: said,
};

const neighbours = listOf(record<FeedLine>({ line: whole(1), text }), 0, 2);

export const catalogRules = {
  merchants: rowRules<Merchant>({
    user_id: keyOf('users'),
    early_access: flag,
    terms_accepted_at: nullable(moment),
  }),
  catalogs: rowRules<Catalog>({
    id: catalogId,
    owner_id: keyOf('users'),
    name: text,
    products_made: whole(0),
  }),
  products: rowRules<Product>(productFields, {
    flawOf: ({ product_key, catalog_id, id }) =>
      product_key === productKey(catalog_id, id)
        ? null
        : ['product_key', `is not ${productKey(catalog_id, id)}`],
  }),
  product_writers: rowRules<ProductWriter>(
    {
      id: text,
      catalog_id: keyOf('catalogs'),
      number: whole(0),
      at: moment,
      request_id: nullable(text),
      run_id: nullable(catalogId),
      feed_url: nullable(text),
    },
    {
      flawOf: ({ id, catalog_id, number }) =>
        id === `${catalog_id}:${number}` ? null : ['id', `is not ${catalog_id}:${number}`],
    },
  ),
  product_sets: rowRules<ProductSet>({
    id: catalogId,
    catalog_id: keyOf('catalogs'),
    name: text,
    description: text,
    type: oneOf(...setTypes),
    product_ids: nullable(listOf(text, 0, mostManual)),
    filters: nullable(
      listOf(
        record<ProductFilter>({
          attribute: oneOf(...filterAttributes),
          operator: oneOf(...filterOperators),
          value: text,
        }),
        1,
        mostFilters,
      ),
    ),
    processing: flag,
  }),
  product_feeds: rowRules<ProductFeed>({
    id: catalogId,
    catalog_id: keyOf('catalogs'),
    feed_url: text,
    feed_format: oneOf(...feedFormats),
    frequency: oneOf(...frequencies),
    repeat: whole(1, 1000),
    start_time: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a local time such as 2026-03-02T06:00:00'),
    time_zone: text,
    created_at: moment,
    updated_at: moment,
    taken: nullable(
      record<FeedFile>({
        bytes: whole(0),
        digest: matching(/^[0-9a-f]{64}$/, 'a SHA-256 digest of 64 hexadecimal digits'),
      }),
    ),
  }),
  feed_runs: rowRules<FeedRun>({
    id: catalogId,
    feed_id: keyOf('product_feeds'),
    catalog_id: keyOf('catalogs'),
    status: oneOf(...runStatuses),
    queued_at: moment,
    started_at: nullable(moment),
    finished_at: nullable(moment),
    length: nullable(whole(0)),
    counts: record<FeedCounts>({
      bytes: whole(0),
      unpacked: whole(0),
      rows: whole(0),
      created: whole(0),
      updated: whole(0),
      unchanged: whole(0),
      rejected: whole(0),
      warned: whole(0),
    }),
    failure: nullable(
      record<NonNullable<FeedRun['failure']>>({ reason: text, message: text, line: nullable(whole(1)) }),
    ),
    reasons: listOf(
      record<FeedReason>({
        column: nullable(text),
        message: text,
        isWarning: flag,
        rows: whole(1),
        line: whole(1),
        example: nullable(text),
      }),
      0,
      mostReasons,
    ),
    changed: listOf(
      record<FeedRun['changed'][number]>({ attribute: text, rows: whole(1) }),
      0,
      Object.keys(productFields).length,
    ),
    columns: listOf(
      record<FeedRun['columns'][number]>({ name: text, attribute: nullable(text) }),
      0,
      mostColumns,
    ),
    sets: nullable(
      listOf(record<SetChange>({ set_id: catalogId, came: whole(0), went: whole(0) }), 0, mostSets),
    ),
    absent: nullable(whole(0)),
    lines: whole(0),
    turns_skipped: whole(0),
  }),
  feed_rejections: rowRules<FeedRejections>({
    id: text,
    run_id: keyOf('feed_runs'),
    rows: listOf(
      record<FeedRejection>({
        line: whole(1),
        byte: nullable(whole(0)),
        column: nullable(text),
        message: text,
        text: nullable(text),
        isWhole: flag,
        before: neighbours,
        after: neighbours,
      }),
      1,
      rejectionsTogether,
    ),
  }),
  feed_traces: rowRules<FeedTrace>({
    run_id: keyOf('feed_runs'),
    isPacked: flag,
    slice: whole(1),
    rejected: listOf(whole(0), 0, mostSlices),
    samples: listOf(record<FeedSample>({ ms: whole(0), bytes: whole(0), rows: whole(0) }), 0, mostSamples),
  }),
};
