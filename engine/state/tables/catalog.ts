/**
 * Product catalogs (specification 2.6; choice: catalog-shapes): who may have one, catalogs, products, sets and feeds. Ids are base 36,
 * in the order of creation.
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
  /** How many products were ever added: the next one's place in the order of creation. */
  readonly products_made: number;
}

/** What a merchant says of a product. What is not said is absent. */
export interface ProductAttributes {
  /** The merchant's. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly availability: (typeof availabilities)[number];
  readonly condition: (typeof conditions)[number];
  /** Such as `20.00 USD`. */
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
  /** Of a catalog that was deleted they are removed after it, some thousands at a time. */
  readonly catalog_id: string;
  /** How many products the catalog had been given before: the order of its list. */
  readonly made: number;
  /** The number of what wrote it last (`ProductWriter`). Absent where an earlier release wrote it. */
  readonly writer?: number;
}

/** A batch call or a run of a feed that wrote products of a catalog; the last thousand of a catalog are kept. */
export interface ProductWriter {
  /** `<catalog>:<number>`. */
  readonly id: string;
  readonly catalog_id: string;
  /** Counts up in a catalog. */
  readonly number: number;
  /** Epoch ms on the platform's clock: when it wrote its first product. */
  readonly at: number;
  /** The id of a call's request; null where the call had none, and for a run. */
  readonly request_id: string | null;
  /** null for a call. The run may be gone. */
  readonly run_id: string | null;
  /** Where the feed of the run was at that time; null for a call. */
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
  /** Whether its products are still being looked for. */
  readonly processing: boolean;
}

export interface ProductFeed {
  readonly id: string;
  readonly catalog_id: string;
  readonly feed_url: string;
  readonly feed_format: (typeof feedFormats)[number];
  readonly frequency: (typeof frequencies)[number];
  /** Every so many hours, days or weeks. */
  readonly repeat: number;
  /** Of the first run, by the clocks of its zone: `2026-03-02T06:00:00`. */
  readonly start_time: string;
  /** A name of the time zone database. */
  readonly time_zone: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** The file of the last run that succeeded; null when there is none, or when the feed was changed since. */
  readonly taken: FeedFile | null;
}

/** A file as it was fetched. */
export interface FeedFile {
  readonly bytes: number;
  /** Of all its bytes (feeds/digest.ts), hexadecimal. */
  readonly digest: string;
}

/** What a run has counted. */
export interface FeedCounts {
  /** As fetched. */
  readonly bytes: number;
  /** Those of them that were packed count as what came out. */
  readonly unpacked: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Rows that were taken with a warning. */
  readonly warned: number;
}

/** Rows that were rejected, or taken with a warning, for one reason. */
export interface FeedReason {
  readonly column: string | null;
  readonly message: string;
  readonly isWarning: boolean;
  readonly rows: number;
  /** The first line with it. */
  readonly line: number;
  /** What the column has there, or its beginning; null when the row as a whole is wrong, or nothing is there. */
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
  /** What the source announced; null when it did not. */
  readonly length: number | null;
  readonly counts: FeedCounts;
  /** Why it ended as FAILED; `line` where in the file, when it was there. */
  readonly failure: {
    readonly reason: string;
    readonly message: string;
    readonly line: number | null;
  } | null;
  /** In the order in which they were first met. */
  readonly reasons: readonly FeedReason[];
  /** How many updates changed each attribute. */
  readonly changed: readonly { readonly attribute: string; readonly rows: number }[];
  /** As the file writes them: those that are read, with the attribute, and those that are not. */
  readonly columns: readonly { readonly name: string; readonly attribute: string | null }[];
  /** The filtered sets that products came into or left; null before the first rows. */
  readonly sets: readonly SetChange[] | null;
  /** Products of the catalog that no accepted row was about, when it had succeeded; null for every other end. */
  readonly absent: number | null;
  /** Lines of the file whose rows were looked at, accepted or not. */
  readonly lines: number;
  /** Times at which it was due again and had not ended. */
  readonly turns_skipped: number;
}

/** What a run changed of a set's membership. */
export interface SetChange {
  readonly set_id: string;
  readonly came: number;
  readonly went: number;
}

/** How a run went through its file. Written a few times a second, where the run itself is with each transaction. */
export interface FeedTrace {
  readonly run_id: string;
  /** Whether the file came as gzip: it has more bytes than were fetched. */
  readonly isPacked: boolean;
  /** Bytes of the unpacked file in a slice. */
  readonly slice: number;
  /** Rejected rows by slice, up to the last that has any. */
  readonly rejected: readonly number[];
  /** In their order; the last is of the end, unless somebody else ended it. */
  readonly samples: readonly FeedSample[];
}

export interface FeedSample {
  /** Since it began, on the machine's clock. */
  readonly ms: number;
  /** Of the unpacked file, up to where its rows were looked at. */
  readonly bytes: number;
  readonly rows: number;
}

/** Rejected rows of a run, some hundreds a row. */
export interface FeedRejections {
  /** `<run>:<ordinal>`. */
  readonly id: string;
  readonly run_id: string;
  readonly rows: readonly FeedRejection[];
}

export interface FeedRejection {
  readonly line: number;
  /** Its first byte in the unpacked file; null where that is not known. */
  readonly byte: number | null;
  readonly column: string | null;
  readonly message: string;
  /** The row as the file has it; null beyond what a run keeps. */
  readonly text: string | null;
  /** false when the text is the beginning of a longer one. */
  readonly isWhole: boolean;
  /** The beginnings of the rows before and after it, for the first of a run. */
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
