import type { FieldDescription } from '../../../../worker/api.ts';

/** Whether an endpoint's list has pages, which are reached by tokens. */
export const isPaged = (fields: readonly FieldDescription[]): boolean =>
  fields.some(({ name }) => name === 'cursor' || /^(pagination|next)_token$/.test(name));
