/** The number of this release. A test compares it with the version in package.json. */
export const release = '0.1.0';
