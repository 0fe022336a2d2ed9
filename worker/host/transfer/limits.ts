/** The limits of a file, in bytes before compression. */
const MB = 1024 * 1024;

export interface FileLimits {
  /** All tables except those of catalogs. */
  readonly others: number;
  /** The whole. */
  readonly whole: number;
  readonly line: number;
  /** A row of a catalog's table. */
  readonly row: number;
}

export const fileLimits: FileLimits = {
  others: 64 * MB,
  whole: 2048 * MB,
  // The log may contain a call with a body of 8 MB and its answer, in Base64.
  line: 32 * MB,
  // 500 rejected rows of a feed are one row.
  row: 4 * MB,
};

/** The first line of a file of lines. */
export const longestHead = 64 * 1024;

/** The tables that grow with the feeds of merchants: a million products, and the rejected rows. */
export const catalogTables: ReadonlySet<string> = new Set(['products', 'feed_runs', 'feed_rejections']);
