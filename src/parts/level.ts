export type Level = 'calm' | 'low' | 'out';

/** A fifth or less is low. */
export const level = (remaining: number, limit: number): Level =>
  remaining <= 0 ? 'out' : remaining * 5 <= limit ? 'low' : 'calm';
