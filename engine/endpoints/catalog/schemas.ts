/** The objects of the Catalog API (choices: ads-envelope, catalog-shapes, catalog-sets). */
import { itemAt } from '../../checked/known.ts';
import { attributes } from '../../catalog/attributes.ts';
import {
  described,
  integer,
  listOf,
  matching,
  named,
  nullable,
  object,
  oneOf,
  optional,
  string,
  Time,
  unchecked,
} from '../../spec/fields.ts';
import type { Schema } from '../../spec/fields.ts';
import { visible } from '../../spec/visible.ts';
import {
  filterAttributes,
  filterOperators,
  mostFilters,
  mostManual,
  feedFormats,
  frequencies,
  runStatuses,
  setTypes,
} from '../../state/tables/catalog-words.ts';

export const CatalogId = described(
  matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits or small letters'),
  'Id of the product catalog',
);

export const SetId = described(
  matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits or small letters'),
  'Id of the product set',
);

export const FeedId = described(
  matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits or small letters'),
  'Id of the product feed',
);

export const Name = matching(
  new RegExp(`^(?=.*${visible.source})[^\\p{Cc}]{1,100}$`, 'u'),
  '1 to 100 characters in one line, not blank',
);

export const SetDescription = described(string({ most: 500 }), 'Up to 500 characters');

export const CatalogObject = named('ProductCatalog', object({ id: string(), name: string() }));

const kindOf = (name: string): Schema => {
  if (name === 'inventory') return integer(0, 1e9);
  return name === 'additional_image_link' ? listOf(string(), 10) : string();
};

export const ProductObject = named(
  'Product',
  object({
    id: string(),
    product_key: string(),
    ...Object.fromEntries(
      attributes
        .filter(({ name }) => name !== 'id')
        .map(({ name, isRequired }) => {
          return [name, isRequired ? kindOf(name) : nullable(kindOf(name))] as const;
        }),
    ),
  }),
);

/** A product in a request. Each is checked separately, so that an invalid one does not prevent the others. */
export const ProductInput = unchecked(
  named(
    'ProductInput',
    object({
      id: described(string(), `The merchant’s own id: ${itemAt(attributes, 0).words}`),
      ...Object.fromEntries(
        attributes
          .filter(({ name }) => name !== 'id')
          .map(({ name, words }) => [name, optional(nullable(kindOf(name)), words)] as const),
      ),
    }),
  ),
);

const Issue = object({ attribute: nullable(string()), message: string() });

export const ProductResponse = object({
  product_key: nullable(string()),
  id: nullable(string()),
  status: oneOf(['CREATE_SUCCESS', 'UPDATE_SUCCESS', 'NO_CHANGE', 'ERROR']),
  warnings: listOf(Issue),
  errors: described(listOf(Issue), 'What is wrong with the entry'),
});

export const Filter = named(
  'ProductFilter',
  object({
    attribute: oneOf(filterAttributes),
    operator: oneOf(filterOperators),
    value: described(string({ least: 1, most: 750 }), 'Such as 20.00 USD for a price, 5 for inventory'),
  }),
);

export const ProductIds = described(
  listOf(string({ least: 1, most: 100 }), mostManual, 0),
  'The merchant’s ids',
);
export const Filters = described(listOf(Filter, mostFilters), 'A product must pass all of them');

export const ProductSetObject = named(
  'ProductSet',
  object({
    id: string(),
    name: string(),
    description: string(),
    type: oneOf(setTypes),
    product_ids: nullable(listOf(string())),
    product_count: integer(0),
    filters: nullable(listOf(Filter)),
    processing_status: oneOf(['PROCESSING', 'READY']),
  }),
);

const FeedRunObject = object({
  status: oneOf(runStatuses),
  started_at: nullable(Time),
  finished_at: nullable(Time),
  bytes: integer(0),
  rows: integer(0),
  accepted: integer(0),
  rejected: integer(0),
  failure: nullable(object({ reason: string(), message: string(), line: nullable(integer(1)) })),
  errors: listOf(object({ line: integer(1), column: nullable(string()), reason: string() })),
});

export const ProductFeedObject = named(
  'ProductFeed',
  object({
    id: string(),
    product_catalog_id: string(),
    feed_url: string(),
    feed_format: oneOf(feedFormats),
    frequency: oneOf(frequencies),
    repeat: integer(1, 1000),
    start_time: described(string(), 'A local time, by the clocks of `time_zone`'),
    time_zone: string(),
    created_at: Time,
    updated_at: Time,
    last_run: nullable(FeedRunObject),
  }),
);
