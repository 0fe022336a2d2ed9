import { expect, test } from 'vitest';
import { answerBy, mistakes } from '../../../../tests/support/crc-receiver.ts';
import { loadCrcDoctor } from '../../../../worker/api.ts';
import { changed } from './code.ts';
import { asRepaired } from './repaired.ts';

const { diagnoseCrc, changeIn } = await loadCrcDoctor();
const [token, secret] = ['q7Lw2XcN0vYt5RkDzA9sJm', 'kR9vbC41dZq0123SlP'];
const diagnosed = (text: string) =>
  diagnoseCrc({ token, secret, answer: { kind: 'pasted', text, status: 200 }, ms: 5 });

const code = `const consumerSecret = '${secret}';
export default async function (request) {
  const mac = await hmac(consumerSecret, new URL(request.url).searchParams.get('crc_token'));
  return Response.json({
    response_token: 'sha256=' + toHex(mac),
  });
}
`;

test('hex instead of Base64: only the line that encodes the value is changed', () => {
  const [, hex] = mistakes.find(([id]) => id === 'hex')!;
  const diagnosis = diagnosed(answerBy([hex], token, secret));
  expect(diagnosis.mistake?.sentence).toBe('You sent hex, the platform wants Base64');
  const change = asRepaired(code, diagnosis, secret, changeIn)!;
  expect(change.line).toBe(5);
  const [before, after] = [code.split('\n'), changed(code, change).split('\n')];
  expect(after.filter((line, at) => line !== before[at])).toEqual([
    `    response_token: 'sha256=' + btoa(String.fromCharCode(...new Uint8Array(mac))),`,
  ]);
});

test('another secret: the line that names it, if the doctor names none', () => {
  const diagnosis = diagnosed(answerBy([{ key: () => 'nobody knows' }], token, secret));
  expect(diagnosis.verdict).toBe('unknown');
  expect(asRepaired(code, diagnosis, secret, changeIn)).toBeNull();
  const other = code.replace(secret, 'nobody knows');
  expect(changed(other, asRepaired(other, diagnosis, secret, changeIn)!)).toBe(code);
});
