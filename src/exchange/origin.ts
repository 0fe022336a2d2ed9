import type { Exchange } from '../../worker/api.ts';

type Origin = Pick<Exchange, 'sequence' | 'at'>;

/**
 * How a link names the exchange that its call was copied from. It has the time too, since another world may have the
 * same sequence.
 */
export const originOf = ({ sequence, at }: Origin): string => `${sequence}@${at}`;

export function readOrigin(origin: string): Origin | null {
  const [, sequence, at] = /^(\d{1,15})@(\d{1,16})$/.exec(origin) ?? [];
  return sequence === undefined ? null : { sequence: Number(sequence), at: Number(at) };
}
