import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chapters, limits } from '#clauses';
import { outlines as allOutlines } from '#reference';
import { clauses } from '../tests/support/clause.ts';
import type { Clause } from '../tests/support/clause.ts';
import { misfits, requirementsOf } from './clauses.ts';
import type { CoverageFile } from './clauses.ts';

const outlines = await allOutlines();

const coverage = JSON.parse(readFileSync('tests/coverage.json', 'utf8')) as CoverageFile;
const shown = (await Promise.all(Object.values(chapters).map((load) => load()))).flat();

const clause = (id: string, text: string): Clause => ({
  id,
  section: id.split('-')[0]!,
  text,
  kind: 'rule',
  test: '',
});
const endpoint = (id: string, method: string, path: string, aliases: readonly string[] = []) => ({
  id,
  method,
  path,
  aliases,
});
const none: CoverageFile = { clauses: 1, proved: 0, tests: {} };

describe('what the page gets about the clauses', () => {
  test('is every clause with its text, in order, and the tests that coverage.json names', () => {
    expect(shown.map(({ id, section, text }) => ({ id, section, text }))).toEqual(
      clauses.map(({ id, section, text }) => ({ id, section, text })),
    );
    expect(
      Object.fromEntries(shown.flatMap(({ id, tests }) => (tests.length > 0 ? [[id, tests]] : []))),
    ).toEqual(coverage.tests);
  });

  test('says which endpoint every row of 8.3 belongs to, and which row every endpoint of 8.3 has', () => {
    for (const { id, section, text, of } of shown) {
      if (section !== '8.3' || !/^[A-Z]+ \//.test(text)) continue;
      const [method, path] = text.split(' ');
      const here = outlines.filter((each) => each.method === method && each.path === path);
      expect(of, id).toEqual(here.map((each) => each.id));
    }
    const general = shown.filter(({ section, of }) => section === '8.3' && !of);
    expect(general.map(({ id }) => id)).toEqual(['8.3-cell-order', '8.3-two-values', '8.3-default-window']);
  });

  test('knows the calls of OAuth by their clauses', () => {
    const of = (id: string) => shown.find((each) => each.id === id)?.of;
    const at = (method: string, path: string) =>
      outlines.filter((each) => each.method === method && each.path === path).map(({ id }) => id);
    expect(of('4.1-authorize-screen-name')).toEqual(at('GET', '/oauth/authorize'));
    expect(of('4.1-request-token-callback-oob')).toEqual(at('POST', '/oauth/request_token'));
    expect(of('4.2-token-grant-type')).toEqual(at('POST', '/oauth2/token'));
    expect(of('3-bearer-issued')).toEqual(at('POST', '/oauth2/token'));
    expect(of('4.1-header-nonce')).toBeUndefined();
    expect(of('8.1-windows')).toBeUndefined();
    expect(at('POST', '/oauth2/token')).toHaveLength(1);
  });

  test('has the limits of every endpoint, and says what the specification does not', async () => {
    const all = await limits();
    expect(Object.keys(all)).toEqual(outlines.map(({ id }) => id));
    expect(all['getMe']).toEqual({
      cells: {
        free: [{ scope: 'user', limit: 25, windowSeconds: 86_400 }],
        basic: [{ scope: 'user', limit: 250, windowSeconds: 86_400 }],
        pro: [{ scope: 'user', limit: 75, windowSeconds: 900 }],
        enterprise: [{ scope: 'user', limit: 75, windowSeconds: 900 }],
      },
      assumed: { enterprise: 'cells' },
    });
    const short = Object.values(all).filter(({ cells }) => cells.free === null);
    expect(short.length).toBeGreaterThan(0);
    for (const { assumed } of short) expect(Object.keys(assumed)).toHaveLength(4);
  });
});

describe('the clause’s own words', () => {
  const endpoints = [
    endpoint('get', 'GET', '/2/things/:id'),
    endpoint('end', 'POST', '/1.1/oauth/end', ['/1.1/oauth/end.json']),
  ];
  const of = (...list: Clause[]) =>
    requirementsOf(list, { ...none, clauses: list.length }, endpoints).map((each) => each.of);

  test.each([
    ['GET /2/things/:id has the limits: Pro "17/24h U".', ['get']],
    ['GET {base_url}/2/things/:thing_id?a=<b> is step 2.', ['get']],
    ['POST 1.1/oauth/end ends it.', ['end']],
    ['Requests to 1.1/oauth/end are few.', ['end']],
    ['DELETE /2/things/:id has no handler here.', []],
    ['GET /2/things has no handler here.', []],
    ['A limit is 17/24h, in application/json.', undefined],
    ['The CRC is a GET to the callback URL.', undefined],
  ])('%s', (text, expected) => {
    expect(of(clause('4.1-x', text))).toEqual([expected]);
  });

  test('an id continues the subject of an earlier one', () => {
    expect(
      of(clause('4.1-end-post', 'POST oauth/end is last.'), clause('4.1-end-rate', 'It is limited.'))[1],
    ).toEqual([]);
    expect(
      of(clause('4.1-end-post', 'POST 1.1/oauth/end is last.'), clause('4.1-end-rate', 'It is limited.'))[1],
    ).toEqual(['end']);
    expect(of(clause('4.1-a', 'GET /2/things/:id is.'), clause('4.1-get-b', 'A GET gives it.'))[1]).toEqual([
      'get',
    ]);
  });
});

describe('clauses and coverage of different runs', () => {
  const list = [clause('1-a', 'A.'), clause('1-b', 'B.')];
  test.each<[string, Partial<CoverageFile>]>([
    ['another number of clauses', { clauses: 3 }],
    ['another number of proofs', { proved: 2 }],
    ['a proof of an unknown clause', { tests: { '1-c': ['x'] } }],
    ['a proof without a test', { tests: { '1-a': [] } }],
  ])('%s stops the build', (_, change) => {
    const fit = { clauses: 2, proved: 1, tests: { '1-a': ['x'] } };
    expect(misfits(list, fit)).toEqual([]);
    expect(() => requirementsOf(list, { ...fit, ...change }, [])).toThrow('do not fit');
  });

  test('so do two clauses with one id', () => {
    expect(misfits([list[0]!, list[0]!], { ...none, clauses: 1 })).toEqual(['Two clauses have one id.']);
  });
});
