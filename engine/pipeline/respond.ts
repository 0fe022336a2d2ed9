/** How an outcome becomes a response: status, headers and bytes (platform.md 4, 4.6). */
import { challenge } from '../auth/authenticate.ts';
import { errorPage, pageHeaders } from '../auth/pages.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import { isCaller } from '../declaration/principal.ts';
import type { Caller } from '../declaration/principal.ts';
import { levelOf } from '../spec/scopes.ts';
import { answerTypes } from '../declaration/endpoint.ts';
import type { Answer, AnswerSpec, Endpoint } from '../declaration/endpoint.ts';
import { limitHeaders } from '../limits/headers.ts';
import type { Run } from './run.ts';
import { encodeForm } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { HeaderList, HttpResponse } from '../http/messages.ts';
import { asGrantError, problemBody, problems } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';

type Header = readonly [name: string, value: string];

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
const typeHeaders: Readonly<Record<AnswerSpec['format'], Header>> = {
  json: ['content-type', answerTypes.json],
  form: ['content-type', answerTypes.form],
  html: ['content-type', answerTypes.html],
  redirect: ['content-type', answerTypes.redirect],
};
const levelHeaders: Readonly<Record<PermissionLevel, Header>> = {
  read: ['svc-access-level', 'read'],
  'read-write': ['svc-access-level', 'read-write'],
  'read-write-directmessages': ['svc-access-level', 'read-write-directmessages'],
};

/** Where clients get and end tokens: failures have `error`, and nothing is cached (RFC 6749 5.1 and 5.2; choice: pkce-token). */
const isTokenEndpoint = (endpoint: Endpoint | null): boolean =>
  endpoint?.auth[0] === 'client' || endpoint?.auth[0] === 'basic';

export function respond(run: Run, answer: Answer, baseUrl: string): HttpResponse {
  const { format } = run.endpoint!.answers[answer.status]!;
  const body = encoders[format](answer.body);
  // RFC 9110 15.5.2: a 401 has a challenge, on a page too.
  const challenges = answer.status === 401 ? [challenge(run.request, baseUrl, false, false)] : [];
  return finish(run, answer.status, format, utf8(body), [...challenges, ...(answer.headers ?? [])]);
}

const encoders: Readonly<Record<AnswerSpec['format'], (body: unknown) => string>> = {
  json: (body) => JSON.stringify(body),
  form: (body) => encodeForm(Object.entries(body as Record<string, string>)),
  html: (body) => body as string,
  redirect: () => '',
};

/** The response of a refusal; its reason goes into the trace. Pages refuse in HTML (choice: html-pages). */
export function respondRefused(run: Run, refusal: Refusal, baseUrl: string, isV2: boolean): HttpResponse {
  const problem = problems[refusal.problem];
  run.trace.add('refused', 'Refused', refusal.because, problem);
  const headers = [...(refusal.headers ?? [])];
  const isToken = isTokenEndpoint(run.near);
  if (problem.status === 401) headers.push(challenge(run.request, baseUrl, isToken, problem.code === 89));
  if (run.near?.page) return finish(run, problem.status, 'html', utf8(refusedPage(refusal)), headers);
  const body = problemBody(isToken ? asGrantError(refusal) : refusal, baseUrl, isV2);
  return finish(run, problem.status, 'json', utf8(JSON.stringify(body)), headers);
}

const refusedPage = ({ problem, because }: Refusal): string =>
  errorPage(
    problems[problem].message.replace(/\.$/, ''),
    `${because.charAt(0).toUpperCase()}${because.slice(1)}.`.replaceAll('`', ''),
    `Go back to where you came from. This has the code ${problems[problem].code}.`,
  );

/** choice: access-level. */
function levelInUse(principal: Caller): PermissionLevel {
  if (principal.kind === 'oauth1') return principal.token.permission;
  return principal.kind === 'oauth2' ? levelOf(principal.token.scopes) : 'read';
}

function finish(
  run: Run,
  status: number,
  format: AnswerSpec['format'],
  body: Uint8Array,
  more: HeaderList,
): HttpResponse {
  const headers: Header[] = [typeHeaders[format], dateHeader(run.now)];
  const { principal } = run;
  if (principal && principal.kind !== 'none') {
    if (isCaller(principal)) headers.push(levelHeaders[levelInUse(principal)]);
    headers.push(...limitHeaders(run.windows, run.now));
  }
  if (format === 'html') headers.push(...pageHeaders());
  if (isTokenEndpoint(run.near)) headers.push(...uncached);
  if (more.length > 0) headers.push(...more);
  // choice: methods — HEAD answers as GET without a body.
  return { status, headers, body: run.request.method === 'HEAD' ? new Uint8Array() : body };
}
