import { problems } from './problem-list.ts';
import { refuse } from './problems.ts';
import type { Refusal } from './problems.ts';

/**
 * For the Advertiser and the Catalog API. `what` completes a sentence that ends with the value: "there is no
 * advertiser account".
 */
export const missing = (name: string, value: string, what: string): Refusal<'resourceNotFound'> =>
  refuse('resourceNotFound', `${what} ${value}`, {
    errors: [
      { message: `${problems.resourceNotFound.message}: ${what} ${value}`, parameters: { [name]: [value] } },
    ],
  });
