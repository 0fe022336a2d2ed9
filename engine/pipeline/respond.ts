/** How an outcome becomes a response: status, headers and bytes (platform.md 4, 4.6). */
import { challenge } from '../auth/authenticate.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Principal } from '../declaration/principal.ts';
import { levelOf } from '../spec/scopes.ts';
import { answerTypes } from '../declaration/endpoint.ts';
import type { Answer, AnswerSpec } from '../declaration/endpoint.ts';
import { limitHeaders } from '../limits/headers.ts';
import type { Run } from './run.ts';
import { encodeForm } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { HeaderList, HttpResponse } from '../http/messages.ts';
import { problemBody, problems } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';

type Header = readonly [name: string, value: string];

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

export function respond(run: Run, answer: Answer, baseUrl: string): HttpResponse {
  const { format } = run.endpoint!.answers[answer.status]!;
  const body = encoders[format](answer.body);
  // RFC 9110 15.5.2: a 401 has a challenge, on a page too.
  const challenges = answer.status === 401 ? [challenge(run.request, baseUrl, false)] : [];
  return finish(run, answer.status, format, utf8(body), [...challenges, ...(answer.headers ?? [])]);
}

const encoders: Readonly<Record<AnswerSpec['format'], (body: unknown) => string>> = {
  json: (body) => JSON.stringify(body),
  form: (body) => encodeForm(Object.entries(body as Record<string, string>)),
  html: (body) => body as string,
  redirect: () => '',
};

/** The response of a refusal; its reason goes into the trace. */
export function respondRefused(run: Run, refusal: Refusal, baseUrl: string, isV2: boolean): HttpResponse {
  const problem = problems[refusal.problem];
  run.trace.add('refused', 'Refused', refusal.because, problem);
  const headers = [...(refusal.headers ?? [])];
  if (problem.status === 401) headers.push(challenge(run.request, baseUrl, problem.code === 89));
  return finish(
    run,
    problem.status,
    'json',
    utf8(JSON.stringify(problemBody(refusal, baseUrl, isV2))),
    headers,
  );
}

/** choice: access-level. */
function levelInUse(principal: Exclude<Principal, { kind: 'none' }>): PermissionLevel {
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
  const headers: Header[] = [typeHeaders[format]];
  const { principal } = run;
  if (principal && principal.kind !== 'none') {
    headers.push(levelHeaders[levelInUse(principal)]);
    headers.push(...limitHeaders(run.windows, run.now));
  }
  if (more.length > 0) headers.push(...more);
  // choice: methods — HEAD answers as GET without a body.
  return { status, headers, body: run.request.method === 'HEAD' ? new Uint8Array() : body };
}
