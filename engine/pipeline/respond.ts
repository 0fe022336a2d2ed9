/** How an outcome becomes a response: status, headers and bytes (specification 4, 4.6). */
import { challenge } from '../auth/authenticate.ts';
import { pageHeaders } from '../auth/page-headers.ts';
import { isRecord, isText } from '../checked/is.ts';
import { asText, checked } from '../checked/known.ts';
import type { Api } from '../spec/apis.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Change, OpensStream } from '../declaration/services.ts';
import { isCaller } from '../declaration/principal.ts';
import type { Caller } from '../declaration/principal.ts';
import { levelOf } from '../spec/access-level.ts';
import { answerTypes } from '../declaration/endpoint.ts';
import type { Answer, AnswerSpec } from '../declaration/endpoint.ts';
import { addLimitHeaders } from '../limits/headers.ts';
import type { Run } from './run.ts';
import { encodeForm } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { HeaderList } from '../http/messages.ts';
import type { Outcome, ResponseOutcome } from '../http/outcome.ts';

type Header = readonly [name: string, value: string];

/** RFC 6749 5.1: caches must not store tokens. */
const uncached: readonly Header[] = [
  ['cache-control', 'no-store'],
  ['pragma', 'no-cache'],
];

let lastDate: Header = ['date', ''];
let dateOf = Number.NaN;

/** By the platform's clock (RFC 9110 6.6.1; choice: date). The same object for every answer of a second. */
export function dateHeader(now: number): Header {
  const second = Math.floor(now / 1000);
  if (second !== dateOf) [dateOf, lastDate] = [second, ['date', new Date(second * 1000).toUTCString()]];
  return lastDate;
}

/** The same object in every answer: the log keeps hundreds of them. */
export const typeHeaders: Readonly<Record<AnswerSpec['format'], Header>> = {
  json: ['content-type', answerTypes.json],
  form: ['content-type', answerTypes.form],
  plain: ['content-type', answerTypes.plain],
  html: ['content-type', answerTypes.html],
  redirect: ['content-type', answerTypes.redirect],
  stream: ['content-type', answerTypes.stream],
};
const levelHeaders: Readonly<Record<PermissionLevel, Header>> = {
  read: ['svc-access-level', 'read'],
  'read-write': ['svc-access-level', 'read-write'],
  'read-write-directmessages': ['svc-access-level', 'read-write-directmessages'],
};

const none: HeaderList = [];

/** `change` is for streams, which continue after the call. */
export function respond(run: Run, answer: Answer, baseUrl: string, change: Change): Outcome {
  const { api, answers } = run.endpoint!;
  const { format } = answers[answer.status]!;
  // RFC 9110 15.5.2: a 401 has a challenge, even on a page.
  const own = answer.headers ?? none;
  const more = answer.status === 401 ? [challenge(run.request, baseUrl, api), ...own] : own;
  const headers = headersOf(run, api, format, more);
  // choice: methods — HEAD answers as GET without a body, so it does not stream.
  if (format === 'stream' && run.request.method !== 'HEAD')
    return {
      kind: 'stream',
      status: answer.status,
      headers,
      open: (sink) => checked(answer.body, opensStream, 'a stream')(sink, change),
    };
  return finish(run, answer.status, headers, () => utf8(encoders[format](answer.body)));
}

const isFields = (body: unknown): body is Readonly<Record<string, string>> =>
  isRecord(body) && Object.values(body).every(isText);

const opensStream = (body: unknown): body is OpensStream => typeof body === 'function';

const encoders: Readonly<Record<AnswerSpec['format'], (body: unknown) => string>> = {
  json: (body) => JSON.stringify(body),
  form: (body) => encodeForm(Object.entries(checked(body, isFields, 'a form'))),
  plain: asText,
  html: asText,
  redirect: () => '',
  stream: () => '',
};

/** choice: access-level. */
function levelInUse(principal: Caller): PermissionLevel {
  if (principal.kind === 'oauth1') return principal.token.permission;
  return principal.kind === 'oauth2' ? levelOf(principal.token.scopes) : 'read';
}

export function headersOf(run: Run, api: Api, format: AnswerSpec['format'], more: HeaderList): HeaderList {
  const headers: Header[] = [typeHeaders[format], dateHeader(run.now)];
  const { principal } = run;
  if (principal && principal.kind !== 'none') {
    if (isCaller(principal)) headers.push(levelHeaders[levelInUse(principal)]);
    addLimitHeaders(headers, run.windows, run.now);
  }
  if (format === 'html') headers.push(...pageHeaders);
  if (api.errorBody === 'grant') headers.push(...uncached);
  if (more.length > 0) headers.push(...more);
  return headers;
}

/** choice: methods — HEAD answers as GET without a body. */
export const finish = (
  run: Run,
  status: number,
  headers: HeaderList,
  body: () => Uint8Array,
): ResponseOutcome => ({
  kind: 'response',
  status,
  headers,
  body: run.request.method === 'HEAD' ? new Uint8Array() : body(),
});
