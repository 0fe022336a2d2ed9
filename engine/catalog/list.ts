/** What the cursors of a list of products are bound to: the catalog and, for the list of a set, the set. */
export const productsBinding = (catalogId: string, setId: string | null): string =>
  JSON.stringify(['products', catalogId, setId]);
