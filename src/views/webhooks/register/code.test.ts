import { expect, test } from 'vitest';
import { changed, cut, partsOf, secretChange, secretsNamed } from './code.ts';

test('a line is split into keywords, texts and comments, and nothing is lost', () => {
  const line = `  const a = await of('x // y', "z"); // why`;
  expect(
    partsOf(line)
      .map(({ text }) => text)
      .join(''),
  ).toBe(line);
  expect(partsOf(line).filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'keyword', text: 'const' },
    { kind: 'keyword', text: 'await' },
    { kind: 'keyword', text: 'of' },
    { kind: 'text', text: `'x // y'` },
    { kind: 'text', text: `"z"` },
    { kind: 'comment', text: '// why' },
  ]);
});

test('only the differing part of a changed line is marked, as whole words', () => {
  expect(cut("x.digest('hex');", "x.digest('base64');")).toEqual({
    before: "x.digest('",
    was: 'hex',
    becomes: 'base64',
    after: "');",
  });
  expect(cut('toHex(mac),', 'toHax(mac),')).toMatchObject({ was: 'toHex', becomes: 'toHax' });
  expect(cut('same', 'same')).toMatchObject({ was: '', becomes: '' });
});

test('one line of the code changes, and the others stay the same byte for byte', () => {
  const code = 'a\r\nb\r\nc\n';
  expect(changed(code, { line: 2, was: 'b', becomes: 'B' })).toBe('a\r\nB\r\nc\n');
  expect(changed('a\nb', { line: 2, was: 'b', becomes: 'B' })).toBe('a\nB');
});

test('a secret that is not the App’s is found where it is assigned', () => {
  const code = `// secret\nconst consumerSecret = 'other'; // here\n`;
  expect(secretChange(code, 'mine')).toEqual({
    line: 2,
    was: `const consumerSecret = 'other'; // here`,
    becomes: `const consumerSecret = 'mine'; // here`,
  });
  expect(secretChange(code, 'other')).toBeNull();
});

test('a value that the code names a secret is not shown in full', () => {
  expect(
    secretsNamed(
      `const apiSecret = 'abcdefgh1234';\nconst o = { secret: "12345678" }; const a = 'plainplain';`,
    ),
  ).toEqual(['abcdefgh1234', '12345678']);
});
