/** Compares two exchanges part by part, and finds where they first differ. */
import {
  decodeForm,
  encodeRfc3986,
  header,
  isClosed,
  isForm,
  signRequest,
  splitUrl,
  text,
} from '../../../../worker/api.ts';
import type { Exchange, HeaderList, HttpRequest } from '../../../../worker/api.ts';
import { protocolPairs } from '../../../doctor/oauth-parameter.ts';
import { firstDifference } from '../../../exchange/first-difference.ts';
import { statusLine } from '../../../exchange/status-line.ts';
import { valuesIn } from './structure.ts';

/** One line of a part; null where one of the exchanges does not have it. */
export interface ComparedLine {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
  /** Differs in every call: a nonce, a time, a signature. */
  readonly isExpected: boolean;
}

export interface ComparedPart {
  readonly title: string;
  /** How many of its lines are the same in both exchanges. */
  readonly same: number;
  /** The lines that differ. */
  readonly lines: readonly ComparedLine[];
}

export interface ComparedExchanges {
  /** One sentence. */
  readonly where: string;
  readonly parts: readonly ComparedPart[];
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** The parts of the request come first, because the response follows from them. */
export function compare(a: Exchange, b: Exchange): ComparedExchanges {
  const sent = [
    partOf('Method and address', addressOf(a.request), addressOf(b.request)),
    partOf('Query', queryOf(a.request), queryOf(b.request)),
    partOf('Authorization', authorizationOf(a.request), authorizationOf(b.request), [
      'oauth_nonce',
      'oauth_timestamp',
      'oauth_signature',
    ]),
    partOf('Header fields', fieldsOf(a.request.headers), fieldsOf(b.request.headers), ['content-length']),
    partOf('Body', bodyOf(a.request.body, a.request.headers), bodyOf(b.request.body, b.request.headers)),
    baseStrings(a.request, b.request),
  ];
  const came = [
    partOf('Status', statusOf(a), statusOf(b)),
    // A HAR file has neither.
    ...(a.trace.length > 0 && b.trace.length > 0
      ? [partOf('X-ray', stepsOf(a), stepsOf(b)), partOf('Limits', limitsOf(a), limitsOf(b), ['left'])]
      : []),
    partOf('Header fields of the answer', fieldsOf(headersOf(a)), fieldsOf(headersOf(b)), noise),
    partOf('Body of the answer', answerOf(a), answerOf(b)),
  ];
  const parts = [...sent, ...came].filter((part) => part !== null);
  return { where: sentenceOf(parts), parts };
}

const noise = ['date', 'content-length', 'svc-rate-limit-remaining', 'svc-rate-limit-reset'];

/** A sentence about the first part that matters. */
function sentenceOf(parts: readonly ComparedPart[]): string {
  for (const { title, lines } of parts) {
    const line = lines.find(({ isExpected }) => !isExpected);
    if (!line) continue;
    const { name, a, b } = line;
    const place = `${title === 'X-ray' ? title : title.toLowerCase()}${name === '' ? '' : `, at ${name}`}`;
    if (a === null) return `They first differ in the ${place}: only B has it, ${shown(b)}.`;
    if (b === null) return `They first differ in the ${place}: only A has it, ${shown(a)}.`;
    return `They first differ in the ${place}: A has ${shown(a)}, B has ${shown(b)}.`;
  }
  return parts.some(({ lines }) => lines.length > 0)
    ? 'They differ only in what is new in every call.'
    : 'They are the same.';
}

/** How much of a part is the same, in words. */
export function partWords({ title, same, lines }: ComparedPart): string {
  // The texts of the steps may differ.
  if (lines.length === 0) return title === 'X-ray' ? 'the same steps' : 'the same';
  const news = lines.filter(({ isExpected }) => isExpected).map(({ name }) => name);
  if (same === 0 && news.length === lines.length)
    return `the same except for ${news.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
  const all = same + lines.length;
  const said = all === 1 ? 'different' : `${same} of ${all} the same`;
  return news.length === 0 ? said : `${said}; new in every call: ${news.join(', ')}`;
}

/** What a value has of its own beside another one, between what both begin and end with; null for no value. */
export function around(
  value: string | null,
  other: string | null,
): { readonly before: string; readonly own: string; readonly after: string } | null {
  if (value === null) return null;
  if (other === null) return { before: '', own: value, after: '' };
  const [one, two] = [[...value], [...other]];
  const shorter = Math.min(one.length, two.length);
  let from = 0;
  while (from < shorter && one[from] === two[from]) from++;
  let end = 0;
  while (end < shorter - from && one.at(-1 - end) === two.at(-1 - end)) end++;
  const to = one.length - end;
  return {
    before: one.slice(0, from).join(''),
    own: one.slice(from, to).join(''),
    after: one.slice(to).join(''),
  };
}

const shown = (value: string | null): string =>
  value === null || value === '' ? 'nothing' : value.length > 80 ? `${value.slice(0, 79)}…` : value;

/** Matches pairs by name, and repeated names by their position. */
function partOf(title: string, a: Pairs, b: Pairs, expected: readonly string[] = []): ComparedPart | null {
  if (a.length === 0 && b.length === 0) return null;
  const [inA, inB] = [numbered(a), numbered(b)];
  const names = [...new Set([...inA.keys(), ...inB.keys()])];
  const lines = names
    .map((name) => ({
      ...{ name, a: inA.get(name) ?? null, b: inB.get(name) ?? null },
      isExpected: expected.includes(name) && inA.has(name) && inB.has(name),
    }))
    .filter((line) => line.a !== line.b);
  return { title, same: names.length - lines.length, lines };
}

function numbered(pairs: Pairs): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    let key = name;
    for (let turn = 2; found.has(key); turn++) key = `${name} (${turn})`;
    found.set(key, value);
  }
  return found;
}

function addressOf({ method, url }: HttpRequest): Pairs {
  const parts = splitUrl(url);
  return parts
    ? [
        ['method', method],
        ['host', `${parts.scheme}://${parts.host}${parts.port && `:${parts.port}`}`],
        ['path', parts.path],
      ]
    : [
        ['method', method],
        ['address', url],
      ];
}

const queryOf = ({ url }: HttpRequest): Pairs => decodeForm(splitUrl(url)?.query ?? '');

function authorizationOf({ headers }: HttpRequest): Pairs {
  const value = header(headers, 'authorization');
  if (value === undefined) return [];
  const [scheme = ''] = value.split(' ');
  return /^oauth$/i.test(scheme)
    ? [['scheme', 'OAuth'], ...protocolPairs(value)]
    : [
        ['scheme', scheme],
        ['credentials', 'not shown here'],
      ];
}

const fieldsOf = (headers: HeaderList): Pairs =>
  headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== 'authorization');

function bodyOf(body: Uint8Array | undefined, headers: HeaderList): Pairs {
  const written = body ? text(body) : '';
  if (written === '') return [];
  if (isForm(header(headers, 'content-type'))) return decodeForm(written);
  return [...(valuesIn(written) ?? [['', written] as const])];
}

const headersOf = ({ outcome }: Exchange): HeaderList => (isClosed(outcome) ? [] : outcome.headers);
const answerOf = ({ outcome }: Exchange): Pairs =>
  outcome.kind === 'response' ? bodyOf(outcome.body, outcome.headers) : [];
const statusOf = ({ outcome }: Exchange): Pairs => [
  ['', isClosed(outcome) ? 'no response' : statusLine(outcome.status)],
];

/** Matches steps by number: at the first one that differs, the platform took another path. Their texts may differ. */
const stepsOf = ({ trace }: Exchange): Pairs =>
  trace.map(({ verb, outcome }, at) => [
    `step ${at + 1}`,
    outcome === 'refused' && verb !== 'Refused' ? `${verb}, refused` : verb,
  ]);

const limitsOf = ({ windows }: Exchange): Pairs =>
  windows.flatMap(({ scope, limit, remaining }): Pairs => [
    [`of the ${scope}`, String(limit)],
    ['left', String(remaining)],
  ]);

/** What is new in every call, and a part of every base string. */
const fresh = ['oauth_nonce', 'oauth_timestamp'] as const;

/**
 * The base strings. If they differ in more than nonce and time, the first difference is looked for in that of B with
 * the nonce and the time of A. null if one of the requests is not signed.
 */
function baseStrings(a: HttpRequest, b: HttpRequest): ComparedPart | null {
  const [saidA, saidB] = [saidIn(a), saidIn(b)];
  if (saidA === null || saidB === null) return null;
  const [inA, inB] = [baseStringOf(a, saidA), baseStringOf(b, { ...saidB, ...freshOf(saidA) })];
  const at = firstDifference(inA, inB);
  if (at < 0) {
    const piece = (name: string, value = '') => encodeRfc3986(`${name}=${encodeRfc3986(value)}`);
    const lines = fresh
      .filter((name) => saidA[name] !== saidB[name])
      .map((name) => ({
        ...{ name, a: piece(name, saidA[name]), b: piece(name, saidB[name]) },
        isExpected: true,
      }));
    return { title: 'Base string', same: lines.length === 0 ? 1 : 0, lines };
  }
  const from = Math.max(0, at - 12);
  const near = (whole: string) =>
    `${from > 0 ? '…' : ''}${whole.slice(from, at + 24)}${whole.length > at + 24 ? '…' : ''}`;
  return {
    title: 'Base string',
    same: 0,
    lines: [{ name: `character ${at + 1}`, a: near(inA), b: near(inB), isExpected: false }],
  };
}

type Said = Readonly<Record<string, string | undefined>>;

/** The protocol parameters by name; null if the request is not signed. */
function saidIn({ headers, url }: HttpRequest): Said | null {
  const authorization = header(headers, 'authorization') ?? '';
  if (!/^OAuth\s/i.test(authorization) || !splitUrl(url)) return null;
  return Object.fromEntries(protocolPairs(authorization));
}

const freshOf = (said: Said): Said => Object.fromEntries(fresh.map((name) => [name, said[name]]));

function baseStringOf(
  request: HttpRequest,
  {
    oauth_consumer_key: consumer_key = '',
    oauth_token,
    oauth_nonce = '',
    oauth_timestamp = '',
    ...said
  }: Said,
): string {
  const key = { consumer_key, consumer_secret: '', ...(oauth_token !== undefined && { oauth_token }) };
  const protocol: Record<string, string> = {};
  for (const name of ['oauth_callback', 'oauth_verifier'])
    if (said[name] !== undefined) protocol[name] = said[name];
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  const options = { nonce: oauth_nonce, timestamp: oauth_timestamp, protocol };
  return signRequest({ ...request, headers }, key, options).steps.baseString;
}
