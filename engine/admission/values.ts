/** Checks that many fields have in common. */
import { itemAt } from '../checked/known.ts';
import { oneLine, WebUrl } from '../portal/settings.ts';
import type { Schema } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import type { Complaint } from '../spec/parse.ts';
import { latestMoment } from '../state/clock.ts';
import type { Door, Objection } from './door.ts';
import { made } from './door.ts';

/** Checks a value by the schema of an endpoint or a command. */
export const bySchema =
  (schema: Schema): Objection<unknown> =>
  (value) => {
    const parsed = parse(schema, value);
    return parsed.success ? null : wordsOf(itemAt(parsed.issues, 0));
  };

function wordsOf(complaint: Complaint): string {
  switch (complaint.code) {
    case 'words':
      return `is not ${complaint.words}`;
    case 'least':
      return `has fewer than ${complaint.end}`;
    case 'most':
      return `has more than ${complaint.end}`;
    case 'values':
      return `is not one of ${complaint.values.join(', ')}`;
    default:
      return 'is not of the expected type';
  }
}

export const all =
  <T>(...objections: readonly Objection<T>[]): Objection<T> =>
  (value) => {
    for (const objection of objections) {
      const words = objection(value);
      if (words !== null) return words;
    }
    return null;
  };

export const prose =
  (most: number): Objection<string> =>
  (value) =>
    value.length <= most ? null : `has more than ${most} characters`;

export const line = (most: number): Objection<string> =>
  all<string>(prose(most), (value) => (oneLine.test(value) ? null : 'is not one line of text'));

/** Keys, secrets and tokens are sent in headers and addresses. */
export const opaque: Objection<string> = (value) =>
  /^[\x21-\x7e]{0,300}$/.test(value) ? null : 'is not at most 300 visible characters of ASCII';

export const email: Objection<string> = (value) =>
  /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u.test(value) ? null : 'is not an e-mail address';

/** The address of a website, or an empty text. */
export const website: Objection<string> = (value) =>
  parse(WebUrl, value).success ? null : 'is not an http or https address';

/** A token expires at most a year after the last moment that the clock can show. */
const latest = latestMoment + 366 * 86_400_000;

/** A moment that the platform's clock can show, in epoch ms. */
export const moment: Door<number> = made((at) =>
  at >= 0 && at <= latest ? null : 'is not between 1970 and 2080',
);

export const atMost = (most: number): Door<number> =>
  made((value) => (value <= most ? null : `is more than ${most}`));

export const matching =
  (pattern: RegExp, words: string): Objection<string> =>
  (value) =>
    pattern.test(value) ? null : `is not ${words}`;
