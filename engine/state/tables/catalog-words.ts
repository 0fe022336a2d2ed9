/** Words and limits of catalogs, products and feeds. Separate from the tables, because no index needs them. */

export const availabilities = [
  'in stock',
  'available for order',
  'preorder',
  'out of stock',
  'discontinued',
] as const;
export const conditions = ['new', 'used', 'refurbished'] as const;
export const genders = ['male', 'female', 'unisex'] as const;
export const ageGroups = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const;
export const customLabels = [
  'custom_label_0',
  'custom_label_1',
  'custom_label_2',
  'custom_label_3',
  'custom_label_4',
] as const;
export const filterAttributes = [
  'price',
  'sale_price',
  'inventory',
  'google_product_category',
  'product_type',
  ...customLabels,
] as const;
export const filterOperators = [
  'GREATER_THAN',
  'LESS_THAN',
  'EQUAL_TO',
  'MATCH',
  'CONTAINS',
  'NOT_CONTAINS',
] as const;
export const setTypes = ['MANUAL', 'FILTERED'] as const;
export const mostManual = 50;
export const mostFilters = 30;
export const feedFormats = ['CSV', 'TSV', 'XML'] as const;
export const frequencies = ['HOURLY', 'DAILY', 'WEEKLY'] as const;
export const runStatuses = [
  'QUEUED',
  'RUNNING',
  'SUCCEEDED',
  'UNCHANGED',
  'FAILED',
  'CANCELLED',
  'INTERRUPTED',
] as const;
/** The most reasons that a run distinguishes; all further ones count as one. */
export const mostReasons = 200;
/** Columns of a file. */
export const mostColumns = 500;
/** The most rejected rows in one row of their table. */
export const rejectionsTogether = 500;
/** The most writers of a catalog's products that are kept. */
export const mostWriters = 1000;
/** The most sets of a catalog (choice: catalog-access). */
export const mostSets = 100;
/** The slices of a file in which rejected rows are counted, and the samples of a run's progress. */
export const mostSlices = 512;
export const mostSamples = 240;
