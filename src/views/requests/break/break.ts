import type { Expected } from '../call/broken.ts';
import type { Call } from './call.ts';
import type { Making } from './making.ts';

export const groups = ['Signature', 'Credentials', 'Message'] as const;
export type BreakGroup = (typeof groups)[number];

/** Where the platform notices it, in the order in which it looks: it answers with the first. */
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

/** What a break does to one call, with that call's values in its words. Wire names stand between backticks. */
export interface Spoiling {
  readonly title: string;
  /** What is done, in a few words. */
  readonly does: string;
  readonly spoil: (making: Making) => Making;
  /** What to say beside a value that differs, by its name. */
  readonly notes?: Readonly<Record<string, string>>;
  /** null where the platform takes it, and that is the lesson. */
  readonly expects: Expected | null;
  readonly stage: Stage;
  /** What the platform looked at, as a sentence; null where it says it best itself. */
  readonly looked: string | null;
  /** What people do that comes to this, as a sentence. */
  readonly cause: string;
  /** Its values stand only once something was made for it. */
  readonly needs?: 'throwaway';
}

/** Why it cannot be tried now, as a sentence; it can be later. */
export interface NotNow {
  readonly title: string;
  readonly notNow: string;
}

/** One way to break a call on purpose. */
export interface CallBreak {
  readonly id: string;
  readonly group: BreakGroup;
  /** null for a call that it does not concern. */
  readonly of: (call: Call) => Spoiling | NotNow | null;
}

/** The text with another last letter or digit, of the same alphabet. */
export const withOtherEnd = (text: string): string =>
  text.slice(0, -1) + (/[0a]$/.test(text) ? (text.endsWith('0') ? '1' : 'b') : /\d$/.test(text) ? '0' : 'a');

/** What comes of credentials that prove nothing: at the token endpoint of Apps whatever is wrong is code 99. */
export function unproved({ target }: Call, status: number, code: number): Expected {
  if (target?.auth[0] === 'basic') return { status: 403, code: 99 };
  return target?.auth[0] === 'client' ? { status: 401, code: 32 } : { status, code };
}
