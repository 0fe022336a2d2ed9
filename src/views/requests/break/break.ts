import type { Expected } from '../call/broken.ts';
import type { Call } from './call.ts';
import type { Making } from './making.ts';

export const groups = ['Signature', 'Credentials', 'Message'] as const;
export type BreakGroup = (typeof groups)[number];

/** Where the platform notices it, in its order of checks: the first failed check determines the answer. */
export const stages = [
  'match',
  'header',
  'method',
  'key',
  'timestamp',
  'token',
  'signature',
  'nonce',
  'kind',
  'project',
  'type',
  'values',
  'thing',
] as const;
export type Stage = (typeof stages)[number];

/** The effect of a break on one call, described with that call's values. Wire names are in backticks. */
export interface Spoiling {
  readonly title: string;
  /** The change, in a few words. */
  readonly does: string;
  readonly spoil: (making: Making) => Making;
  /** Remarks on values that differ, by their names. */
  readonly notes?: Readonly<Record<string, string>>;
  /** null if the platform accepts it, which is the point. */
  readonly expects: Expected | null;
  readonly stage: Stage;
  /** The value that the platform checked, as a sentence; null if the platform's own words are better. */
  readonly looked: string | null;
  /** How this happens in practice, as a sentence. */
  readonly cause: string;
  /** Its values exist only after something was made for it. */
  readonly needs?: 'throwaway';
}

/** Why it cannot be tried now, as a sentence. It may be possible later. */
export interface NotNow {
  readonly title: string;
  readonly notNow: string;
}

/** One way to break a call on purpose. */
export interface CallBreak {
  readonly id: string;
  readonly group: BreakGroup;
  /** null for a call that it does not apply to. */
  readonly of: (call: Call) => Spoiling | NotNow | null;
}

/** The text with a different last letter or digit, of the same alphabet. */
export const withOtherEnd = (text: string): string =>
  text.slice(0, -1) + (/[0a]$/.test(text) ? (text.endsWith('0') ? '1' : 'b') : /\d$/.test(text) ? '0' : 'a');

/** The answer to invalid credentials: at the token endpoint of Apps, every problem is code 99. */
export function unproved({ target }: Call, status: number, code: number): Expected {
  if (target?.auth[0] === 'basic') return { status: 403, code: 99 };
  return target?.auth[0] === 'client' ? { status: 401, code: 32 } : { status, code };
}
