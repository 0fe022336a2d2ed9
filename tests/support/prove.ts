/** Whether this is `npm run prove`, which runs the long proofs in full. */
export const proving = process.env['PROVE'] === '1';

/** How often to repeat: a shorter form, never an empty one, inside `npm test`. */
export function times(short: number, full: number): number {
  if (short < 1) throw new RangeError('the short form of a proof may not be empty');
  return proving ? full : short;
}
