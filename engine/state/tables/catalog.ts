/**
 * Product catalogs (specification 2.6; choice: catalog-shapes): merchants, catalogs, products, sets and feeds. Ids
 * are base 36, in the order of creation.
 */
import { ordered, unique } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type {
  availabilities,
  conditions,
  genders,
  ageGroups,
  filterAttributes,
  filterOperators,
  setTypes,
  feedFormats,
  frequencies,
  runStatuses,
} from './catalog-words.ts';

/** A user of the merchant shopping manager (specification 9; choice: catalog-access). */
export interface Merchant {
  readonly user_id: string;
  readonly early_access: boolean;
  /** Epoch ms on the platform's clock; null until the terms are accepted. */
  readonly terms_accepted_at: number | null;
}

export interface Catalog {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  /** The number of products ever added, which gives the next one its place in the order of creation. */
  readonly products_made: number;
}

/** A merchant's data about a product. Missing attributes are absent. */
export interface ProductAttributes {
  /** The merchant's id. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly availability: (typeof availabilities)[number];
  readonly condition: (typeof conditions)[number];
  /** For example `20.00 USD`. */
  readonly price: string;
  readonly link: string;
  readonly image_link: string;
  readonly brand?: string;
  readonly gtin?: string;
  readonly mpn?: string;
  readonly additional_image_link?: readonly string[];
  readonly google_product_category?: string;
  readonly product_type?: string;
  readonly inventory?: number;
  readonly sale_price?: string;
  readonly sale_price_effective_date?: string;
  readonly item_group_id?: string;
  readonly gender?: (typeof genders)[number];
  readonly color?: string;
  readonly size?: string;
  readonly age_group?: (typeof ageGroups)[number];
  readonly custom_label_0?: string;
  readonly custom_label_1?: string;
  readonly custom_label_2?: string;
  readonly custom_label_3?: string;
  readonly custom_label_4?: string;
}

export interface Product extends ProductAttributes {
  /** `<catalog>:<the merchant's id>`: found without an index. */
  readonly product_key: string;
  /** After its catalog is deleted, its products are removed a few thousand at a time. */
  readonly catalog_id: string;
  /** The number of products that the catalog was given before it, which is the order of its list. */
  readonly made: number;
  /** The number of its last writer (`ProductWriter`). Absent if an earlier release wrote it. */
  readonly writer?: number;
}

/** A batch call or a run of a feed that wrote products of a catalog; the last thousand of a catalog are kept. */
export interface ProductWriter {
  /** `<catalog>:<number>`. */
  readonly id: string;
  readonly catalog_id: string;
  /** Counts up within a catalog. */
  readonly number: number;
  /** The time of the first product that it wrote, in epoch ms on the platform's clock. */
  readonly at: number;
  /** The id of a call's request; null for a call without one, and for a run. */
  readonly request_id: string | null;
  /** null for a call. The run may no longer exist. */
  readonly run_id: string | null;
  /** The feed's address at that time; null for a call. */
  readonly feed_url: string | null;
}

export interface ProductFilter {
  readonly attribute: (typeof filterAttributes)[number];
  readonly operator: (typeof filterOperators)[number];
  readonly value: string;
}

export interface ProductSet {
  readonly id: string;
  readonly catalog_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: (typeof setTypes)[number];
  /** The merchant's ids; null for FILTERED. */
  readonly product_ids: readonly string[] | null;
  /** null for MANUAL. */
  readonly filters: readonly ProductFilter[] | null;
  /** Whether its products are still being searched. */
  readonly processing: boolean;
}

export interface ProductFeed {
  readonly id: string;
  readonly catalog_id: string;
  readonly feed_url: string;
  readonly feed_format: (typeof feedFormats)[number];
  readonly frequency: (typeof frequencies)[number];
  /** Runs every this many hours, days or weeks. */
  readonly repeat: number;
  /** The time of the first run, in local time of its zone: `2026-03-02T06:00:00`. */
  readonly start_time: string;
  /** A name of the time zone database. */
  readonly time_zone: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** The file of the last successful run; null if there was none, or if the feed was changed since. */
  readonly taken: FeedFile | null;
}

/** A file as it was fetched. */
export interface FeedFile {
  readonly bytes: number;
  /** Digest of all its bytes (feeds/digest.ts), hexadecimal. */
  readonly digest: string;
}

/** The counts of a run. */
export interface FeedCounts {
  /** Bytes as fetched. */
  readonly bytes: number;
  /** Those of compressed parts count in their unpacked size. */
  readonly unpacked: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Rows that were taken with a warning. */
  readonly warned: number;
}

/** Rows that were rejected or taken with a warning, for one reason. */
export interface FeedReason {
  readonly column: string | null;
  readonly message: string;
  readonly isWarning: boolean;
  readonly rows: number;
  /** The first line with this reason. */
  readonly line: number;
  /** The value of the column, or its beginning; null when the row as a whole is wrong, or the value is missing. */
  readonly example: string | null;
}

export interface FeedRun {
  readonly id: string;
  readonly feed_id: string;
  readonly catalog_id: string;
  readonly status: (typeof runStatuses)[number];
  readonly queued_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  /** The size that the source announced; null if it did not. */
  readonly length: number | null;
  readonly counts: FeedCounts;
  /** Why it ended as FAILED; `line` is the place in the file, if known. */
  readonly failure: {
    readonly reason: string;
    readonly message: string;
    readonly line: number | null;
  } | null;
  /** In the order in which they first occurred. */
  readonly reasons: readonly FeedReason[];
  /** The number of updates that changed each attribute. */
  readonly changed: readonly { readonly attribute: string; readonly rows: number }[];
  /** As the file names them: known columns with their attribute, and unknown ones. */
  readonly columns: readonly { readonly name: string; readonly attribute: string | null }[];
  /** The filtered sets that products joined or left; null before the first rows. */
  readonly sets: readonly SetChange[] | null;
  /** For a successful run, the products of the catalog that no accepted row covered; otherwise null. */
  readonly absent: number | null;
  /** Lines of the file whose rows were checked, accepted or not. */
  readonly lines: number;
  /** How often it became due again before it had ended. */
  readonly turns_skipped: number;
}

/** How a run changed a set's membership. */
export interface SetChange {
  readonly set_id: string;
  readonly came: number;
  readonly went: number;
}

/** The progress of a run through its file. Written a few times a second; the run itself is written with each transaction. */
export interface FeedTrace {
  readonly run_id: string;
  /** Whether the file was compressed with gzip: it then has more bytes than were fetched. */
  readonly isPacked: boolean;
  /** Bytes of the unpacked file per slice. */
  readonly slice: number;
  /** Rejected rows by slice, up to the last slice that has any. */
  readonly rejected: readonly number[];
  /** In order; the last one is taken at the end, unless something else ended the run. */
  readonly samples: readonly FeedSample[];
}

export interface FeedSample {
  /** Time since the run began, on the machine's clock. */
  readonly ms: number;
  /** Bytes of the unpacked file up to the rows checked so far. */
  readonly bytes: number;
  readonly rows: number;
}

/** Rejected rows of a run, a few hundred per table row. */
export interface FeedRejections {
  /** `<run>:<ordinal>`. */
  readonly id: string;
  readonly run_id: string;
  readonly rows: readonly FeedRejection[];
}

export interface FeedRejection {
  readonly line: number;
  /** The offset of its first byte in the unpacked file; null if unknown. */
  readonly byte: number | null;
  readonly column: string | null;
  readonly message: string;
  /** The row as in the file; null beyond the number that a run keeps. */
  readonly text: string | null;
  /** false when the text is only the beginning. */
  readonly isWhole: boolean;
  /** The beginnings of the rows before and after it, for the first rejected rows of a run. */
  readonly before: readonly FeedLine[];
  readonly after: readonly FeedLine[];
}

export interface FeedLine {
  readonly line: number;
  readonly text: string;
}

export const productKey = (catalogId: string, id: string): string => `${catalogId}:${id}`;

export const catalogTables = {
  merchants: table<Merchant>()('user_id', {}),
  catalogs: table<Catalog>()('id', { owner: unique((row) => row.owner_id) }),
  products: table<Product>()(
    'product_key',
    { catalog: ordered((row) => [row.catalog_id, row.made]) },
    { big: true, isLate: true },
  ),
  product_writers: table<ProductWriter>()('id', { catalog: ordered((row) => [row.catalog_id, row.number]) }),
  product_sets: table<ProductSet>()('id', { catalog: (row) => row.catalog_id }),
  product_feeds: table<ProductFeed>()('id', { catalog: (row) => row.catalog_id }),
  feed_runs: table<FeedRun>()('id', { feed: ordered((row) => [row.feed_id, row.queued_at]) }),
  feed_rejections: table<FeedRejections>()('id', { run: (row) => row.run_id }),
  feed_traces: table<FeedTrace>()('run_id', {}),
};
