/** Whether an exchange matches a filter. */
import { text as decoded } from '../../http/messages.ts';
import type { HeaderList } from '../../http/messages.ts';
import type { Exchange } from '../exchange.ts';
import { causeOf } from './cause.ts';
import type { Moment, Term, Wanted } from './language.ts';

/** What a filter needs that is not in the log. */
export interface Names {
  /** null for an unknown name. */
  readonly userId: (name: string) => string | null;
  readonly appIds: (name: string) => ReadonlySet<string>;
  readonly pinned: ReadonlySet<number>;
  /** Epoch milliseconds on the platform's clock. */
  readonly now: number;
}

export type Fits = (exchange: Exchange) => boolean;

export function fitsAll(terms: readonly Term[], names: Names): Fits {
  // Terms that read bodies come last, so that most exchanges never reach them.
  const fits = [...terms]
    .sort((a, b) => costOf(a) - costOf(b))
    .map((term) => {
      const one = fitsOne(term, names);
      return term.isNot ? (exchange: Exchange) => !one(exchange) : one;
    });
  return (exchange) => fits.every((each) => each(exchange));
}

const costs: Partial<Record<Wanted['field'], number>> = { cause: 1, header: 2, code: 3, body: 4, text: 5 };
const costOf = ({ field }: Wanted): number => costs[field] ?? 0;

export function fitsOne(wanted: Wanted, names: Names): Fits {
  switch (wanted.field) {
    case 'status':
      return fitsStatus(wanted.range);
    case 'op':
      return ({ endpointId }) => endpointId?.toLowerCase() === wanted.text;
    case 'method':
      return ({ request }) => request.method.toLowerCase() === wanted.text;
    case 'path':
      return inUrl(wanted.text);
    case 'code':
      return (exchange) => codesOf(exchange).includes(wanted.code);
    case 'cause':
      return fitsCause(wanted.text);
    case 'user': {
      const id = wanted.name === null ? null : (names.userId(wanted.name) ?? '');
      return ({ userId }) => userId === id;
    }
    case 'app': {
      if (wanted.name === null) return ({ appId }) => appId === null;
      const ids = names.appIds(wanted.name);
      return ({ appId }) => appId !== null && ids.has(appId);
    }
    case 'dir':
      return ({ direction }) => direction === wanted.direction;
    case 'limit':
      return fitsLimit(wanted);
    case 'header':
      return inHeaders(wanted.text);
    case 'body':
      return inBodies(wanted.text);
    case 'text': {
      const places = [inUrl, inEndpoint, inHeaders, inBodies].map((place) => place(wanted.text));
      const named = asNamed(wanted.text, names);
      return (exchange) => named?.(exchange) === true || places.some((fits) => fits(exchange));
    }
    case 'after': {
      const from = epochOf(wanted.moment, names.now);
      return ({ at }) => at >= from;
    }
    case 'before': {
      const to = epochOf(wanted.moment, names.now);
      return ({ at }) => at < to;
    }
    case 'is':
      return fitsKind(wanted.what, names.pinned);
  }
}

/** A text that is a status, or the name of a user with its @; null for any other. */
function asNamed(text: string, names: Names): Fits | null {
  if (/^[1-5]\d\d$/.test(text)) return fitsStatus([Number(text), Number(text)]);
  const id = text.startsWith('@') ? names.userId(text.slice(1)) : null;
  return id === null ? null : ({ userId }) => userId === id;
}

function fitsStatus(range: readonly [number, number] | null): Fits {
  if (!range) return ({ outcome }) => outcome.kind === 'closed';
  const [least, most] = range;
  return ({ outcome }) => outcome.kind !== 'closed' && outcome.status >= least && outcome.status <= most;
}

function fitsLimit(wanted: Extract<Wanted, { readonly field: 'limit' }>): Fits {
  if ('scope' in wanted) return ({ windows }) => windows.some(({ scope }) => scope === wanted.scope);
  const [least, most] = wanted.left;
  return ({ windows }) => windows.some(({ remaining }) => remaining >= least && remaining <= most);
}

function fitsCause(text: string): Fits {
  return (exchange) => {
    const cause = causeOf(exchange);
    if (!cause) return false;
    const { problem, reason, because } = cause;
    return `${problem}/${reason ?? ''} ${because}`.toLowerCase().includes(text);
  };
}

function fitsKind(what: 'refused' | 'pinned' | 'replay', pinned: ReadonlySet<number>): Fits {
  if (what === 'refused') return (exchange) => causeOf(exchange) !== null;
  if (what === 'pinned') return ({ sequence }) => pinned.has(sequence);
  return ({ request }) => request.again !== undefined;
}

const day = 86_400_000;
const epochOf = (moment: Moment, now: number): number =>
  'epoch' in moment ? moment.epoch : Math.floor(now / day) * day + moment.ofDay;

/** The error codes in the body of a refusal, or of an answer with errors beside its data. */
function codesOf({ outcome }: Exchange): readonly number[] {
  if (outcome.kind !== 'response') return [];
  return [...decoded(outcome.body).matchAll(/"code":\s*(\d{1,6})\b/g)].map(([, code]) => Number(code));
}

const headersOf = ({ outcome }: Exchange): HeaderList => (outcome.kind === 'closed' ? [] : outcome.headers);

/** Matches without regard to case. A regular expression does not allocate a lower-case copy of each text. */
const looking = (text: string): RegExp => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');

function inUrl(text: string): Fits {
  const wanted = looking(text);
  return ({ request }) => wanted.test(request.url);
}

function inEndpoint(text: string): Fits {
  const wanted = looking(text);
  return ({ endpointId }) => endpointId !== null && wanted.test(endpointId);
}

function inHeaders(text: string): Fits {
  const wanted = looking(text);
  const has = text.includes(':')
    ? ([name, value]: readonly [string, string]) => wanted.test(`${name}: ${value}`)
    : ([name, value]: readonly [string, string]) => wanted.test(name) || wanted.test(value);
  return (exchange) => exchange.request.headers.some(has) || headersOf(exchange).some(has);
}

function inBodies(text: string): Fits {
  const wanted = looking(text);
  const has = (body: Uint8Array | undefined) =>
    body !== undefined && body.length > 0 && wanted.test(decoded(body));
  return ({ request, outcome }) => has(request.body) || (outcome.kind === 'response' && has(outcome.body));
}
