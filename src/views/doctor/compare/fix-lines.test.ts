/**
 * Lift 3: each line that is shown as wrong makes exactly its mistake, and the right one mends it. The lines of
 * JavaScript run in Node, and those of Python if the machine has it.
 */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { comparePrinted } from '../../../../engine/doctor/signature/doctor.ts';
import { knownUnder } from '../../../../engine/doctor/signature/known.ts';
import { signRequest } from '../../../../engine/index.ts';
import { isList, isRecord, isText, keysOf } from '../../../../worker/api.ts';
import { fixLanguages, fixOf, fixSteps } from './fix-lines.ts';
import type { FixLanguage, FixStep } from './fix-lines.ts';

interface Printed {
  readonly baseString: string;
  readonly key: string;
  readonly signature: string;
}

interface Case {
  readonly id: string;
  readonly step: FixStep;
  readonly line: string;
}

const secrets = { consumer_secret: 'consumer+secret', oauth_token_secret: 'token/secret' };
const base = 'https://api.svc.example:8443/2/Posts/sent%20to';
/** Values that a mistake needs in order to show, where plain ones would not do. */
const values: Readonly<Record<string, string>> = {
  'space-as-plus': 'harbour lights',
  'form-encoder': 'harbour lights ~*',
  'tilde-encoded': 'harbour~lights',
  'marks-unencoded': "(harbour)*lights!'",
  'slash-unencoded': 'harbour/lights',
  'reserved-unencoded': 'harbour lights?a=b&c=d,e',
  'lower-case-hex': 'harbour/lights',
  'latin-1': 'café',
  'utf-8-twice': 'café',
};

const ids = keysOf(fixSteps).flatMap((step) => Object.keys(fixSteps[step].wrong));

const queryOf = (id: string): readonly (readonly [string, string])[] => [
  ['query', values[id] ?? 'harbour lights'],
  ['a-b', '2'],
  ['a', '9'],
  ['a', '10'],
  ['B[]', 'one/two'],
];

function requestOf(id: string) {
  const query = queryOf(id).map((pair) => pair.map(encodeURIComponent).join('='));
  const url = `${base}?${query.join('&')}`;
  const message = { method: 'GET', url, headers: [] };
  const fresh = { nonce: 'n1', timestamp: 1_772_446_102 };
  const signed = signRequest(message, { consumer_key: 'key', oauth_token: 'token', ...secrets }, fresh);
  const header = [
    ['oauth_consumer_key', 'key'],
    ['oauth_nonce', 'n1'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '1772446102'],
    ['oauth_token', 'token'],
    ['oauth_version', '1.0'],
  ];
  return { message, signed, pairs: [...header, ...queryOf(id)] };
}

/** What a program whose steps are right except for one line prints. */
const programs = {
  JavaScript: {
    command: 'node',
    arguments: ['--input-type=module', '-'],
    start: "import { createHash, createHmac } from 'node:crypto';\nconst printed = [];\n",
    run: (line: (step: FixStep) => string, { pairs, message }: ReturnType<typeof requestOf>) => `{
const pairs = ${JSON.stringify(pairs)}, method = 'GET', url = new URL(${JSON.stringify(message.url)});
const read = () => 'consumer+secret\\n', tokenSecret = 'token/secret';
const encode = (s) => ${line('encode')};
const encoded = pairs.map(([name, value]) => ${line('pair')});
const sorted = ${line('sort')};
const parameters = ${line('join')};
const uri = ${line('uri')};
const base = ${line('base')};
const consumerSecret = ${line('secret')};
const key = ${line('key')};
const signature = ${line('signature')};
printed.push({ baseString: base, key, signature });
}\n`,
    end: 'console.log(JSON.stringify(printed));\n',
  },
  Python: {
    command: 'python3',
    arguments: ['-'],
    start: `import hashlib, hmac, json, re
from base64 import b64encode, encodebytes, urlsafe_b64encode
from urllib.parse import quote, quote_plus, unquote, urlsplit
printed = []
method, token_secret, read = 'GET', 'token/secret', lambda: 'consumer+secret\\n'\n`,
    run: (line: (step: FixStep) => string, { pairs, message }: ReturnType<typeof requestOf>) => `
pairs, url = ${JSON.stringify(pairs)}, urlsplit(${JSON.stringify(message.url)})
encode = lambda s: ${line('encode')}
encoded = [${line('pair')} for name, value in pairs]
ordered = ${line('sort')}
parameters = ${line('join')}
uri = ${line('uri')}
base = ${line('base')}
consumer_secret = ${line('secret')}
key = ${line('key')}
signature = ${line('signature')}
printed.append({'baseString': base, 'key': key, 'signature': signature})\n`,
    end: 'print(json.dumps(printed))\n',
  },
} as const;

function casesOf(language: FixLanguage): Case[] {
  return ids.flatMap((id) => {
    const fix = fixOf({ id }, 'HMAC-SHA1');
    const line = fix?.lines.find((each) => each.language === language);
    // The method of the request: its own digest is no mistake.
    return fix && line && id !== 'sha-1' ? [{ id, step: fix.step, line: line.wrong }] : [];
  });
}

const machineHas = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

const isPrinted = (value: unknown): value is Printed =>
  isRecord(value) && [value['baseString'], value['key'], value['signature']].every(isText);

function printedBy(language: keyof typeof programs, cases: readonly Case[]): readonly Printed[] {
  const { command, arguments: given, start, run, end } = programs[language];
  const right = (step: FixStep): string => fixSteps[step].right[language];
  const parts = cases.map(({ id, step, line }) =>
    run((each) => (each === step ? line : right(each)), requestOf(id)),
  );
  const done = spawnSync(command, [...given], { input: start + parts.join('') + end, encoding: 'utf8' });
  expect(done.stderr).toBe('');
  const printed: unknown = JSON.parse(done.stdout);
  if (!isList(printed) || !printed.every(isPrinted)) throw new Error('something else was printed');
  return printed;
}

function compared(id: string, printed: Printed) {
  const { message, signed } = requestOf(id);
  const { consumer_secret, oauth_token_secret: token_secret } = secrets;
  // A line break is trimmed from what is pasted: it is only seen in what was sent.
  const isSent = id === 'line-break';
  const own = `oauth_signature="${encodeURIComponent(printed.signature)}"`;
  const authorization = isSent
    ? signed.authorization.replace(/oauth_signature="[^"]*"/, own)
    : signed.authorization;
  const input = { ...message, authorization, consumer_secret, token_secret };
  const made = comparePrinted(input, isSent ? { ...printed, signature: '' } : printed);
  if (!made) throw new Error('the request was not read');
  return [made.baseString, made.key, made.signature];
}

test.each(keysOf(programs).filter((language) => machineHas(programs[language].command)))(
  'in %s each wrong line makes its mistake, and the right ones make none',
  (language) => {
    const cases = casesOf(language);
    expect(cases.length).toBeGreaterThan(40);
    const none: Case = { id: 'none', step: 'encode', line: fixSteps.encode.right[language] };
    const [sound, ...printed] = printedBy(language, [none, ...cases]);
    expect(sound && compared('none', sound).map(({ state }) => state)).toEqual(['same', 'same', 'same']);
    const found = cases.map(({ id }, at) => {
      const parts = printed[at] ? compared(id, printed[at]) : [];
      return [id, parts.some(({ reasons }) => reasons.flat().some((reason) => reason.id === id))];
    });
    expect(found.filter(([, isFound]) => !isFound)).toEqual([]);
  },
);

test('every line belongs to a known mistake and is short, and the digest is the one of the method', () => {
  const known = new Set(
    [...knownUnder(null, 'HMAC-SHA1').all, ...knownUnder(null, 'HMAC-SHA256').all].map(({ id }) => id),
  );
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
  const lines = ids.flatMap((id) => fixOf({ id }, id === 'sha-1' ? 'HMAC-SHA256' : 'HMAC-SHA1')?.lines ?? []);
  expect(lines.filter(({ wrong, right }) => Math.max(wrong.length, right.length) > 112)).toEqual([]);
  expect(lines.filter(({ wrong, right }) => wrong === right)).toEqual([]);
  expect(new Set(lines.map(({ language }) => language))).toEqual(new Set(fixLanguages));
  expect(fixOf({ id: 'hex' }, 'HMAC-SHA256')?.lines[0]).toMatchObject({
    wrong: "createHmac('sha256', key).update(base).digest('hex')",
    right: "createHmac('sha256', key).update(base).digest('base64')",
  });
  expect(fixOf({ id: 'nonce-reused' }, 'HMAC-SHA1')).toBeNull();
});
