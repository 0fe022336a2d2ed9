/** What JSON can hold: rows keep it as it is. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
