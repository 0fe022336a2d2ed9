import { beforeAll, expect, test } from 'vitest';
import { failed, loadCrcDoctor } from '../../inside.ts';

let doctor: Awaited<ReturnType<typeof loadCrcDoctor>>;
beforeAll(async () => {
  doctor = await loadCrcDoctor();
});

const diagnose = (message: string) =>
  doctor.diagnoseCrc({ token: 'abc', secret: 'def', answer: failed('refused', message) });
const says = (why: string) => diagnose(`hooks.example does not start: ${why}`);

test.each([
  [
    `SyntaxError: Unexpected token ';' (line 3)`,
    'module-syntax',
    `SyntaxError: Unexpected token ';', in line 3`,
  ],
  [
    'ReferenceError: require is not defined (line 2)',
    'module-require',
    'ReferenceError: require is not defined, in line 2',
  ],
  [
    `ReferenceError: Can't find variable: require`,
    'module-require',
    `ReferenceError: Can't find variable: require`,
  ],
  ['ReferenceError: module is not defined', 'module-commonjs', 'ReferenceError: module is not defined'],
  [
    'It imports express, but a receiver is one module without imports. (line 1)',
    'module-imports',
    'It imports express, but a receiver is one module without imports, in line 1',
  ],
  [
    'Its default export is an object with `fetch`, not a function.',
    'module-object',
    'Its default export is an object with `fetch`, not a function',
  ],
  [
    'Its default export is of type number, not a function.',
    'module-no-function',
    'Its default export is of type number, not a function',
  ],
  ['It exports nothing, and no default.', 'module-no-default', 'It exports nothing, and no default'],
  ['Its module is empty.', 'module-empty', 'Its module is empty'],
  [
    'Error: (line 5) is odd\nin two lines (line 2)',
    'module-throws',
    'Error: (line 5) is odd\nin two lines, in line 2',
  ],
])('names a module that does not start, with the reason first: %s', (why, id, shown) => {
  const { verdict, mistake, rules, tried } = says(why);
  expect({ verdict, tried }).toEqual({ verdict: 'explained', tried: [] });
  expect(mistake?.parts.map((part) => part.id)).toEqual([id]);
  expect(mistake?.sentence).toBe(`The module does not start: ${shown}`);
  expect(mistake?.repair).toMatch(/^[A-Z].+\.$/);
  expect(mistake?.came).toBe('nothing, the module does not start');
  expect(rules[0]).toMatchObject({ id: 'answered', state: 'failed', came: mistake?.came });
});

test('a connection that is refused for another reason is not a module that does not start', () => {
  for (const message of ['nobody listens', 'hooks.example does not run here: no sandbox'])
    expect(diagnose(message).mistake?.parts.map(({ id }) => id)).toEqual(['refused']);
});

test.each([
  [
    'ReferenceError: module is not defined',
    'module.exports = async (request) => {',
    'export default async (request) => {',
  ],
  ['ReferenceError: exports is not defined', 'exports.handler = answer;', 'export default answer;'],
  [
    'Its default export is an object with `fetch`, not a function.',
    'export default { fetch: answer };',
    'export default answer;',
  ],
  [
    'Its default export is an object with `fetch`, not a function.',
    'export default { fetch };',
    'export default fetch;',
  ],
  [
    'It exports `answer`, and no default.',
    'export async function answer(request) {',
    'export default async function answer(request) {',
  ],
  [
    'It exports `answer`, and no default.',
    'export const answer = async () => {',
    'export default async () => {',
  ],
  [
    'It exports nothing, and no default.',
    'async function answer(request) {',
    'export default async function answer(request) {',
  ],
])('shows the line to change: %s', (why, was, becomes) => {
  const { mistake } = says(why);
  expect(mistake && doctor.changeIn(`const a = 1;\n${was}\n`, mistake)).toEqual({ line: 2, was, becomes });
});
