import { expect, test } from 'vitest';
import { loadCrcDoctor } from '../../../../worker/api.ts';
import type { RuleRow } from '../../../../worker/api.ts';
import { hidden, pairOf, sideOf, tallyOf, tallyWords, triedWords, visible } from './words.ts';

const { diagnoseCrc } = await loadCrcDoctor();
const secret = 'kR9vbC41dZq0123SlP';
const asked = (text: string) =>
  diagnoseCrc({ token: 'q7LwX', secret, answer: { kind: 'pasted', text, status: 200 }, ms: 5 });

test('the rules are counted, and advice counts as passed', () => {
  const rules = (['ok', 'advice', 'failed', 'unreached'] as const).map((state) => ({ state }) as RuleRow);
  expect(tallyOf(rules)).toEqual({ all: 4, passed: 2, failed: 1 });
  expect(tallyWords({ all: 9, passed: 9, failed: 0 })).toBe('9 rules, all pass');
  expect(tallyWords({ all: 9, passed: 1, failed: 1 })).toBe('9 rules, 1 passes');
});

test('the difference is shown alone, after the common prefix', () => {
  expect(sideOf('sha256=abc', 'sha256=axc', 8)).toEqual({
    prefix: 'sha256=',
    before: 'a',
    mark: 'b',
    after: 'c',
    left: 0,
  });
  expect(sideOf('ab', 'abc', 2)).toMatchObject({ prefix: '', before: 'ab', mark: '' });
  expect(sideOf('ab\n', 'ab', 2)).toMatchObject({ mark: '␊' });
  expect(sideOf('words', 'others', null)).toMatchObject({ before: 'words', mark: null });
});

test('of a long text, the surroundings of the difference are shown, and how much is left out', () => {
  const long = `${'a'.repeat(1000)}b${'c'.repeat(999)}`;
  const side = sideOf(long, 'x', 1000);
  expect(side).toMatchObject({ mark: 'b', left: 1520 });
  expect(side.before).toBe(`…${'a'.repeat(120)}`);
});

test('secrets are masked, and then nothing is marked', () => {
  expect(hidden(`key ${secret}`, [secret, ''])).toBe('key kR9v······SlP');
  const diagnosis = asked(JSON.stringify({ token: secret }));
  const pair = pairOf(diagnosis, null, [secret]);
  expect(pair?.came).not.toContain(secret);
  expect(pair?.index).toBeNull();
});

test('a value that nothing explains is shown beside the right one', () => {
  const body = JSON.stringify({ response_token: `sha256=${'A'.repeat(43)}=` });
  const diagnosis = asked(body);
  expect(diagnosis.verdict).toBe('unknown');
  expect(pairOf(diagnosis, body, [])).toMatchObject({ wanted: diagnosis.answer, index: 7 });
  expect(pairOf(diagnosis, null, [])).toBeNull();
  expect(triedWords(diagnosis)).toMatch(
    /^\d+ known mistakes, each that can be computed; none gives your value$/,
  );
  expect(pairOf(asked(JSON.stringify({ response_token: diagnosis.answer })), body, [])).toBeNull();
});

test('invisible characters have pictures', () => {
  expect(visible('a\r\n\tb')).toBe('a␍␊␉b');
});
