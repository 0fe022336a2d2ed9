import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rounds } from '../../../tests/support/rounds.ts';
import { utf8 } from '../../http/messages.ts';
import type { Exchange } from '../exchange.ts';
import { Log } from '../log.ts';
import { contentsOf } from './contents.ts';
import { fieldNames, filterFields } from './fields.ts';
import { findExchanges } from './find.ts';
import { readFilter } from './language.ts';

const now = Date.UTC(2026, 2, 2, 12);
const names = {
  userId: (name: string) => (name === 'mira_holm' ? '1' : null),
  appIds: (name: string) => new Set('northwind reader'.includes(name) ? ['a'] : []),
  pinned: new Set([2]),
  now,
};

const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  ...{ sequence, at: now + sequence * 60_000, durationMs: 1, direction: 'in' },
  ...{ endpointId: 'getMe', appId: 'a', userId: '1', trace: [], windows: [] },
  request: { method: 'GET', url: 'https://api.svc.example/2/users/me', headers: [['Accept', 'text/plain']] },
  outcome: answer(200, '{"data":{"id":"1"}}'),
  ...more,
});
const answer = (status: number, body: string): Exchange['outcome'] => ({
  ...{ kind: 'response', status, headers: [['svc-rate-limit-remaining', '9']] },
  body: utf8(body),
});
const refused = (problem: string, because: string): Exchange['trace'] => [
  { ...{ at: 1, outcome: 'refused', verb: 'Refused', text: because }, sections: [], choices: [], problem },
  { ...{ at: 2, outcome: 'refused', verb: 'Answered', text: '401' }, sections: [], choices: [] },
];
const exchanges = [
  exchange(1),
  exchange(2, {
    endpointId: 'createPost',
    request: {
      ...{ method: 'POST', url: 'https://api.svc.example/2/posts', headers: [] },
      body: utf8('{"text":"High Water at 19:25"}'),
    },
    outcome: answer(201, '{"data":{"id":"7"}}'),
    windows: [
      {
        ...{ endpointId: 'createPost', scope: 'user', principal: 't', limit: 100, windowSeconds: 900 },
        ...{ remaining: 3, resetAt: now },
      },
    ],
  }),
  exchange(3, {
    outcome: answer(401, '{"errors":[{"code":32,"message":"Could not authenticate you."}]}'),
    trace: refused('signatureRejected', 'the nonce `x` was used before'),
    userId: null,
  }),
  exchange(4, {
    outcome: answer(401, '{"errors": [{"message":"Could not authenticate you.","code": 32}]}'),
    trace: refused('signatureRejected', 'the signature is not the one'),
  }),
  exchange(5, {
    ...{ direction: 'out', endpointId: null, appId: 'b', userId: null },
    request: { method: 'POST', url: 'https://hooks.example/in', headers: [] },
  }),
  exchange(6, { outcome: { kind: 'closed', reason: 'silenced' } }),
  exchange(7, {
    request: { ...exchange(7).request, again: { of: 3, how: 'signedAgain' } },
    outcome: answer(404, '{"errors":[{"code":34}]}'),
    trace: refused('notFound', 'no endpoint has this address'),
  }),
];
const log = new Log([], 100, false);
for (const each of exchanges) log.add(each);

function found(filter: string): number[] | string {
  const answered = findExchanges(log, { filter, pinned: [2], from: 0, count: 100 }, names);
  return answered.kind === 'rows' ? answered.rows.map(({ sequence }) => sequence) : answered.message;
}

describe('the filter of exchanges', () => {
  test.each([
    ['', [7, 6, 5, 4, 3, 2, 1]],
    ['status:4xx', [7, 4, 3]],
    ['status:401', [4, 3]],
    ['status:>=400 -status:404', [4, 3]],
    ['status:none', [6]],
    ['op:CREATEPOST', [2]],
    ['method:post', [5, 2]],
    ['path:/2/posts', [2]],
    ['code:32', [4, 3]],
    ['cause:nonce', [3]],
    ['cause:signatureRejected -cause:nonce', [4]],
    ['user:@Mira_Holm dir:in', [7, 6, 4, 2, 1]],
    ['user:none', [5, 3]],
    ['user:@nobody', []],
    ['app:"Northwind Reader" op:getMe status:200', [1]],
    ['dir:out', [5]],
    ['limit:<10', [2]],
    ['limit:user -limit:0', [2]],
    ['limit:app', []],
    ['header:rate-limit-remaining status:2xx', [5, 2, 1]],
    ['header:"accept: text"', [7, 6, 4, 3, 1]],
    ['body:"high water"', [2]],
    ['"could not authenticate"', [4, 3]],
    ['hooks.example', [5]],
    ['404', [7]],
    ['@mira_holm dir:in -is:refused', [2, 1]],
    ['@nobody', []],
    ['after:12:03 before:12:05', [4, 3]],
    ['after:2026-03-02T12:06', [7, 6]],
    ['before:2026-03-02', []],
    ['is:refused', [7, 6, 4, 3]],
    ['is:replay', [7]],
    ['is:pinned', [2]],
    ['-is:refused -dir:out', [2, 1]],
  ])('%s', (filter, sequences) => {
    expect(found(filter)).toEqual(sequences);
  });

  test.each([
    ['stauts:4xx', 'there is no stauts: in this filter; did you mean status:?', 'stauts:'],
    ['a https://x', 'there is no https: in this filter; put a text with a colon in quotes', 'https:'],
    ['status:4x', 'status takes a status such as 401, a class such as 4xx, >=400, or none', 'status:4x'],
    ['code:x', 'code takes a number such as 89', 'code:x'],
    ['dir:up', 'dir is in or out', 'dir:up'],
    ['is:lost', 'is takes refused, pinned or replay', 'is:lost'],
    ['limit:few', 'limit takes what is left, such as 0 or <10, or user or app', 'limit:few'],
    [
      'after:25:00',
      'after takes a time such as 21:42, or a date such as 2026-03-02T21:42 in UTC',
      'after:25:00',
    ],
    ['op:', 'op has no value after it', 'op:'],
    ['a -', 'nothing follows it', '-'],
    ['body:"a', 'the quote is not closed', '"a'],
  ])('an error has a position and a message: %s', (filter, message, part) => {
    const terms = readFilter(filter);
    expect('kind' in terms && [terms.message, filter.slice(terms.at, terms.end)]).toEqual([message, part]);
  });

  it('accepts every example that the page shows', () => {
    for (const { example } of Object.values(filterFields))
      expect(readFilter(example), example).toHaveLength(1);
  });

  it('lists only the wanted sequences, newest first, and counts them alone', () => {
    const among = [1, 4, 6, 99];
    const rows = (filter: string, from = 0) =>
      findExchanges(log, { filter, pinned: [], among, from, count: 2 }, names);
    expect(rows('')).toMatchObject({ total: 3, matches: 3, rows: [{ sequence: 6 }, { sequence: 4 }] });
    expect(rows('', 2)).toMatchObject({ rows: [{ sequence: 1 }] });
    expect(rows('status:401')).toMatchObject({ total: 3, matches: 1, rows: [{ sequence: 4 }] });
    // The result for one set of sequences is not that for another.
    expect(found('status:401')).toEqual([4, 3]);
  });

  it('answers every text, and the position of a problem is within the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('-', '"', ' ', ':', '4xx', '>=', 'none', ...fieldNames.map((name) => `${name}:`)),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const filter = pieces.join('');
        const answered = findExchanges(log, { filter, pinned: [], from: 0, count: 10 }, names);
        if (answered.kind === 'rows') return;
        expect(answered.at).toBeLessThanOrEqual(answered.end);
        expect(answered.end).toBeLessThanOrEqual(filter.length);
        expect(answered.message).not.toBe('');
      }),
      rounds(100, 20_000),
    );
  });

  it('a term and its negation together match every exchange once', () => {
    const terms = fc.constantFrom('status:4xx', 'op:getMe', 'cause:nonce', 'limit:<10', 'body:data', 'x');
    fc.assert(
      fc.property(terms, terms, (first, second) => {
        const [kept, left] = [found(`${first} ${second}`), found(`${first} -${second}`)];
        expect([...kept, ...left].sort()).toEqual([...found(first)].sort());
      }),
      rounds(36, 36),
    );
  });

  it('names the term that excludes everything', () => {
    const filter = 'op:getMe cause:nonce status:404';
    const answered = findExchanges(log, { filter, pinned: [], from: 0, count: 10 }, names);
    if (answered.kind !== 'rows' || !answered.narrowest) throw new Error('nothing is narrow');
    const { at, end, without } = answered.narrowest;
    expect([filter.slice(at, end), without]).toEqual(['cause:nonce', 1]);
  });

  it('gives a window of the rows, including new exchanges', () => {
    const own = new Log([], 100, false);
    const windowOf = (from: number, count: number) => {
      const answered = findExchanges(own, { filter: 'status:200', pinned: [], from, count }, names);
      return answered.kind === 'rows' && [answered.rows.map(({ sequence }) => sequence), answered.matches];
    };
    for (let each = 1; each <= 9; each++) own.add(exchange(each));
    expect([windowOf(0, 2), windowOf(2, 3), windowOf(8, 5), windowOf(9, 5)]).toEqual([
      [[9, 8], 9],
      [[7, 6, 5], 9],
      [[1], 9],
      [[], 9],
    ]);
    own.add(exchange(10));
    expect(windowOf(0, 2)).toEqual([[10, 9], 10]);
  });
});

test('refusals are counted by cause, with the message of the platform', () => {
  const { refusals, total, in: incoming, out, values } = contentsOf(log);
  expect(refusals.map(({ problem, code, count, last }) => [problem, code, count, last])).toEqual([
    ['signatureRejected', 32, 2, 'the signature is not the one'],
    ['noResponse', null, 1, 'silenced'],
    ['notFound', 34, 1, 'no endpoint has this address'],
  ]);
  expect([total, incoming, out]).toEqual([7, 6, 1]);
  expect(values.status[0]).toEqual(['200', 2]);
});
