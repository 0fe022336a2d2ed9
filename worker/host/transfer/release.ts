/** The release that this is: the version of package.json, which a test compares. */
export const release = '0.1.0';
