/** Values that JSON can hold; rows keep them unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
