/** Ids in the examples: catalogs and sets get theirs when they are created. */
export const exampleCatalog = '7l0cyho3cbgg';
export const exampleSet = '7l0cyho3cbgh';
export const exampleFeed = '7l0cyho3cbgi';
/** The merchant's id of the product that examples put into a catalog. */
export const exampleProduct = 'lantern-01';
