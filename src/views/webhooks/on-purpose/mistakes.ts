/** Ten receivers that the platform refuses. Each is a correct program with one wrong line. */
import type { ChangedLine } from '../../../../worker/api.ts';
import base from '../../../receivers/practice.js?raw';
import type { MistakeId } from './met.svelte.ts';

export interface Mistake {
  readonly id: MistakeId;
  readonly name: string;
  /** What the line does, in a few words. */
  readonly about: string;
  /** The doctor's name for it. */
  readonly found: string;
  /** The wrong line and the right one. Secrets are placeholders: see `Registering`. */
  readonly wrong: string;
  readonly right: string;
  /** Code at the top of the program that the line needs. */
  readonly needs?: string;
  /** How people come to make this mistake. */
  readonly wild: string;
}

const start = '  const url = new URL(request.url);\n';

const value = '  const value = btoa(String.fromCharCode(...new Uint8Array(mac)));';
const answer = '  return Response.json({ response_token: `sha256=${value}` });';
const sign = (text: string): string =>
  `  const mac = await crypto.subtle.sign('HMAC', await key(), new TextEncoder().encode(${text}));`;
const signature = (access: string): string =>
  `  const signature = request.headers.get('svc-webhooks-signature')${access};`;

export const groups: readonly { readonly title: string; readonly mistakes: readonly Mistake[] }[] = [
  {
    title: 'What it signs',
    mistakes: [
      {
        id: 'full-url',
        name: 'Full URL',
        about: 'signs the whole address',
        found: 'whole-url',
        wrong: sign('request.url'),
        right: sign('token'),
        wild: 'Frameworks hand over the URL whole. A test that makes the same mistake on both sides passes; the platform is the first to notice.',
      },
      {
        id: 'wrong-secret',
        name: 'Wrong secret',
        about: 'that of another App',
        found: 'other-secret',
        wrong: "const consumerSecret = 'OTHER_SECRET';",
        right: "const consumerSecret = 'CONSUMER_SECRET';",
        wild: 'Two Apps, one for tests and one for users, and the environment of the wrong one.',
      },
    ],
  },
  {
    title: 'How it writes',
    mistakes: [
      {
        id: 'hex',
        name: 'Hex',
        about: 'in place of Base64',
        found: 'hex',
        wrong:
          "  const value = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('');",
        right: value,
        wild: 'Many platforms sign their webhooks in hex, and examples for them are what a search finds.',
      },
      {
        id: 'base64url',
        name: 'Base64url',
        about: '- and _ for + and /',
        found: 'base64url',
        wrong: `${value.slice(0, -1)}.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');`,
        right: value,
        wild: 'It is what JSON Web Tokens use. About one value in four has neither + nor /, so it is sometimes right if the = is kept.',
      },
      {
        id: 'no-prefix',
        name: 'No prefix',
        about: 'Base64 without sha256=',
        found: 'prefix-missing',
        wrong: '  return Response.json({ response_token: value });',
        right: answer,
        wild: 'The prefix names the algorithm, so that it can change one day. It is overlooked because the value itself is right.',
      },
      {
        id: 'wrong-field',
        name: 'Wrong field',
        about: 'responseToken',
        found: 'other-field',
        wrong: '  return Response.json({ responseToken: `sha256=${value}` });',
        right: answer,
        wild: 'A serializer that turns every name into camel case does it silently.',
      },
    ],
  },
  {
    title: 'How it answers',
    mistakes: [
      {
        id: 'throws',
        name: '500',
        about: 'it throws',
        found: 'status',
        wrong: signature(".slice('sha256='.length)"),
        right: signature("?.slice('sha256='.length) ?? ''"),
        wild: 'Code for deliveries runs for challenges too. A challenge has no signature, so reading the header gives null.',
      },
      {
        id: 'slow',
        name: 'Slow',
        about: 'answers after 5 s',
        found: 'too-late',
        wrong: '  await loadSettings();',
        right: "  if (request.method !== 'GET') await loadSettings(); // a challenge needs none",
        needs:
          'const loadSettings = () => new Promise((done) => setTimeout(done, 5000)); // a slow database\n',
        wild: 'A function that starts cold, or a database that sleeps: the first request of the hour is the challenge.',
      },
      {
        id: 'redirect',
        name: 'Redirect',
        about: '302 to another address',
        found: 'redirect',
        wrong:
          "  if (!url.pathname.endsWith('/')) return Response.redirect(`${url.origin}/in/${url.search}`, 302);",
        right: "  if (url.pathname !== '/in') return new Response('Nothing is here.', { status: 404 });",
        wild: 'Servers add the slash at the end of a path, or send http to https. A browser follows, the platform does not.',
      },
      {
        id: 'loop',
        name: 'Loop',
        about: 'never ends',
        found: 'too-late',
        wrong: '  while (!isReady) {}',
        right: '  while (!isReady) await new Promise((next) => setTimeout(next, 10));',
        needs: 'let isReady = false;\nsetTimeout(() => (isReady = true), 100);\n',
        wild: 'JavaScript runs one thing at a time. While the loop waits for the timer, the timer cannot run.',
      },
    ],
  },
];

export const mistakes: readonly Mistake[] = groups.flatMap((group) => group.mistakes);

/** The program with the mistake. */
export function programOf({ wrong, right, needs }: Mistake): string {
  const whole = needs === undefined ? base : `${needs}\n${base.replace(start, () => `${start}${right}\n`)}`;
  return whole.replace(right, () => wrong);
}

/** The repair of the line in this code of the mistake's program; `secret` is the secret in it, or its placeholder. */
export function changeOf(mistake: Mistake, code: string, secret = 'CONSUMER_SECRET'): ChangedLine | null {
  const at = programOf(mistake).split('\n').indexOf(mistake.wrong);
  const was = code.split('\n')[at];
  return was === undefined
    ? null
    : { line: at + 1, was, becomes: mistake.right.replace('CONSUMER_SECRET', secret) };
}
