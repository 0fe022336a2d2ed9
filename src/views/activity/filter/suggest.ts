/** Suggests how to complete a filter while it is typed. */
import type { LogContents, World } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import { valueOf } from './terms.ts';

export interface Suggestion {
  /** The term, or the word that begins it. */
  readonly text: string;
  readonly says: string;
}

/** The term at the caret: where it begins, and its part before the caret. */
export interface Typed {
  readonly at: number;
  readonly text: string;
}

export function typedAt(filter: string, caret: number): Typed {
  let at = 0;
  let isQuoted = false;
  for (let place = 0; place < caret; place++) {
    if (filter[place] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(filter.charAt(place))) at = place + 1;
  }
  return { at, text: filter.slice(at, caret) };
}

const most = 8;
type Known = Pick<World, 'users' | 'apps'>;

/** The most frequent values in the log first. None for a complete term. */
export function suggestions(typed: string, contents: LogContents | null, world: Known): Suggestion[] {
  const sign = typed.startsWith('-') ? '-' : '';
  const text = typed.slice(sign.length);
  const colon = text.indexOf(':');
  const begins = (each: Suggestion) => each.text.toLowerCase().startsWith(text.toLowerCase());
  const found =
    colon < 0
      ? Object.entries(contents?.fields ?? {}).map(([name, { looks }]) => ({ text: `${name}:`, says: looks }))
      : valuesOf(text.slice(0, colon).toLowerCase(), contents, world);
  return found
    .filter((each) => begins(each) && each.text !== text)
    .slice(0, most)
    .map((each) => ({ ...each, text: sign + each.text }));
}

function valuesOf(name: string, contents: LogContents | null, { users, apps }: Known): Suggestion[] {
  if (name === 'dir')
    return [
      { text: 'dir:in', says: 'calls to the platform' },
      { text: 'dir:out', says: 'calls by the platform' },
    ];
  if (name === 'is')
    return [
      { text: 'is:refused', says: 'by the platform' },
      { text: 'is:pinned', says: 'in this browser' },
      { text: 'is:replay', says: 'of an exchange before it' },
    ];
  if (!contents) return [];
  const { values, refusals } = contents;
  const all = (pairs: LogContents['values']['op'], says = figure, of = (value: string) => value) =>
    pairs.map(([value, count]) => ({ text: `${name}:${valueOf(of(value))}`, says: says(count) }));
  switch (name) {
    case 'status':
      return [
        { text: 'status:4xx', says: 'a class of them' },
        ...all(values.status),
        { text: 'status:2xx', says: 'a class of them' },
      ];
    case 'op':
      return all(values.op);
    case 'method':
      return all(values.method);
    case 'user':
      return all(values.user, figure, (id) => {
        const username = users.find((each) => each.id === id)?.username;
        return username === undefined ? id : `@${username}`;
      });
    case 'app':
      return all(values.app, figure, (id) => apps.find((each) => each.id === id)?.name ?? id);
    case 'cause':
      return refusals.map(({ problem, reason, count, message }) => ({
        text: causeTerm(problem, reason),
        says: `${message ?? 'no response'} ${figure(count)}`,
      }));
    case 'code':
      return refusals
        .filter(({ code }, at) => code !== null && refusals.findIndex((each) => each.code === code) === at)
        .map(({ code, message }) => ({ text: `code:${code}`, says: message ?? '' }));
    default:
      return [];
  }
}

/** A term that matches exactly the exchanges of one cause, and of causes whose names begin with its name. */
export const causeTerm = (problem: string, reason: string | null): string =>
  `cause:${problem}/${reason ?? ''}`;
