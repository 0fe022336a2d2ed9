/** What the cursors of a list of products are bound to: the catalog, and the set if it is that of one. */
export const productsBinding = (catalogId: string, setId: string | null): string =>
  JSON.stringify(['products', catalogId, setId]);
