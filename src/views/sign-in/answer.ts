import { decodeForm, requestTokenLifetime } from '../../../worker/api.ts';
import { counted } from '../../parts/counted.ts';
import type { HeaderList } from '../../../worker/api.ts';
import type { StepKind } from './flows.ts';

const shownHeaders = ['location', 'set-cookie', 'www-authenticate'];

/** The rows of an answer: relevant headers, and the contents of a form or a JSON object. */
export function answerRows(headers: HeaderList, type: string, body: string): [name: string, value: string][] {
  const rows = headers.flatMap(([name, value]): [string, string][] =>
    shownHeaders.includes(name.toLowerCase()) ? [[name, value]] : [],
  );
  if (/json/.test(type)) return [...rows, ...jsonRows(body)];
  if (/html/.test(type)) return [...rows, ['body', `a page of ${body.length} characters, in the browser`]];
  return [...rows, ...decodeForm(body)];
}

/** Leaves of a JSON value by path: `errors.0.code`. */
function jsonRows(body: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(body);
    return leaves('', value);
  } catch {
    return [['body', body]];
  }
}

function leaves(path: string, value: unknown): [string, string][] {
  if (value === null || typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(path === '' ? name : `${path}.${name}`, inner),
  );
}

const notes: Readonly<Record<StepKind, string>> = {
  request_token: `Your app keeps the secret and sends the browser away with the token alone. It lives ${counted(requestTokenLifetime / 60_000, 'minute')}.`,
  replayed: 'The same bytes were taken twice.',
  redirect: '',
  open: 'The page belongs to the platform: the person tells it, not your app, who they are.',
  login: 'The session is a cookie of the platform’s host. Your app never sees it.',
  decide: 'The platform records the person’s choice first; the browser carries only the message.',
  return: '',
  pin: '',
  token: 'From now on your app acts with this, and stores it like a password.',
  twice: 'It was taken twice.',
  proof: 'The token works.',
};

/** What an answer means for the flow. */
export function noteOf(kind: StepKind, isRefused: boolean, isPage: boolean): string {
  if (!isRefused) return notes[kind];
  return isPage
    ? 'Refused. The page tells its visitor; the X-ray below says exactly why.'
    : 'Refused. The X-ray below shows at which check.';
}
