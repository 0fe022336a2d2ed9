import { expect, test } from 'vitest';
import type { MacMade, SendResult, Watched } from '../../../../worker/api.ts';
import { bothSides } from './both-sides.ts';
import { inTheText } from './constant-time.ts';

const header = 'svc-webhooks-signature';
const known = { header, secret: 'tokN', appName: 'Northwind Reader', code: '' };
const answer = (status: number): SendResult => ({ status, headers: [], body: new Uint8Array() });
const mac = (more: Partial<MacMade> = {}): MacMade => ({
  ...{ act: 'sign', key: 'tokN', bytes: 678, isBody: true, line: 9 },
  ...more,
});
const run = (status: number, noted: Partial<Watched['noted']> = {}): Watched => ({
  result: answer(status),
  lines: [],
  noted: { headers: [], reads: [], macs: [], ...noted },
});
const seenOf = (real: Watched, flipped: Watched) =>
  Object.fromEntries(bothSides({ real, flipped }, known).rows.map(({ name, seen }) => [name, seen]));

test('what was observed is reported, and what was not is unknown: a program may do it in another way', () => {
  const whole = run(200, { headers: [{ name: header, line: 7 }], macs: [mac()] });
  expect(seenOf(whole, run(401))).toEqual({ Header: 'yes', Bytes: 'yes', Key: 'yes', Value: 'yes' });
  expect(seenOf(run(200), run(401))).toEqual({
    ...{ Header: 'unknown', Bytes: 'unknown', Key: 'unknown', Value: 'yes' },
  });
  const wrong = run(200, { macs: [mac({ isBody: false, key: 'other' })] });
  expect(seenOf(wrong, run(200))).toEqual({ Header: 'unknown', Bytes: 'no', Key: 'no', Value: 'no' });
});

test('only the second run proves that the value is compared', () => {
  const title = (real: Watched, flipped: Watched) => bothSides({ real, flipped }, known).verdict;
  const looks = run(200, { headers: [{ name: header, line: 7 }], macs: [mac({ act: 'verify' })] });
  expect(title(looks, run(401))).toMatchObject({
    seen: 'yes',
    title: 'Your receiver verifies the signature',
  });
  expect(title(looks, run(200))).toMatchObject({
    ...{ seen: 'no', title: 'Your receiver does not verify the signature' },
  });
  const thrown = { text: 'ReferenceError: cache is not defined', line: 15 };
  const threw = { ...run(500), result: { ...answer(500), thrown } };
  expect(title(threw, threw)).toMatchObject({ seen: 'unknown' });
  expect(title(threw, threw).text).toContain(thrown.text);
});

test('a comparison as text is a remark from reading the program, if it compares at all', () => {
  const code =
    "const a = 1;\n// signature === it\nif (mac !== expected) return new Response('', { status: 401 });";
  expect(inTheText(code)).toContain('Line 3 seems to');
  expect(inTheText(`${code}\nawait crypto.subtle.verify('HMAC', key, mac, body);`)).toBeNull();
  const of = (flipped: number, macs: readonly MacMade[] = []) =>
    bothSides({ real: run(200, { macs }), flipped: run(flipped) }, { ...known, code }).remark;
  expect(of(401)).not.toBeNull();
  expect(of(200)).toBeNull();
  expect(of(401, [mac({ act: 'verify' })])).toBeNull();
});
