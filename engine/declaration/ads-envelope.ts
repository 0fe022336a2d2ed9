/** The envelope of answers of the Advertiser and Catalog APIs (specification 2.7; choice: ads-envelope). */
import { listOf, nullable, object, openObject, optional, integer, string } from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';
import { json } from './endpoint.ts';

/** The echo of the call. */
export const Echo = object({ params: openObject({}) });

/** One resource. */
export const answered = (data: Schema) => json(object({ request: Echo, data }));

/** A page of a list. */
export const pagedList = (item: Schema) =>
  json(object({ request: Echo, data: listOf(item), next_cursor: nullable(string()) }));

/** A page of a list, with the length of the list if the call asks for it. */
export const countedList = (item: Schema) =>
  json(
    object({
      request: Echo,
      data: listOf(item),
      next_cursor: nullable(string()),
      total_count: optional(integer(0)),
    }),
  );
