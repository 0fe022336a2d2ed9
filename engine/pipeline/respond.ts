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
import type { HeaderList } from '../http/messages.ts';
import type { Outcome, StreamOutcome } from '../http/outcome.ts';
import { problems } from '../spec/problems.ts';
import { errorBody } from './error-body.ts';
import type { ErrorContext } from './error-body.ts';
import type { Refusal } from '../spec/problems.ts';

type Header = readonly [name: string, value: string];

/** The same object in every answer: the log keeps hundreds of them. */
const typeHeaders: Readonly<Record<AnswerSpec['format'], Header>> = {
  json: ['content-type', answerTypes.json],
  form: ['content-type', answerTypes.form],
  html: ['content-type', answerTypes.html],
  redirect: ['content-type', answerTypes.redirect],
  stream: ['content-type', answerTypes.stream],
};
const levelHeaders: Readonly<Record<PermissionLevel, Header>> = {
  read: ['svc-access-level', 'read'],
  'read-write': ['svc-access-level', 'read-write'],
  'read-write-directmessages': ['svc-access-level', 'read-write-directmessages'],
};

export function respond(run: Run, answer: Answer, baseUrl: string): Outcome {
  const { format } = run.endpoint!.answers[answer.status]!;
  // RFC 9110 15.5.2: a 401 has a challenge, on a page too.
  const challenges = answer.status === 401 ? [challenge(run.request, baseUrl, false)] : [];
  const headers = headersOf(run, format, [...challenges, ...(answer.headers ?? [])]);
  // choice: methods — HEAD answers as GET without a body, and so at once.
  if (format === 'stream' && run.request.method !== 'HEAD')
    return { kind: 'stream', status: answer.status, headers, open: answer.body as StreamOutcome['open'] };
  return finish(run, answer.status, headers, () => utf8(encoders[format](answer.body)));
}

const encoders: Readonly<Record<AnswerSpec['format'], (body: unknown) => string>> = {
  json: (body) => JSON.stringify(body),
  form: (body) => encodeForm(Object.entries(body as Record<string, string>)),
  html: (body) => body as string,
  redirect: () => '',
  stream: () => '',
};

/** The response of a refusal; its reason goes into the trace. */
export function respondRefused(run: Run, refusal: Refusal, context: ErrorContext): Outcome {
  const problem = problems[refusal.problem];
  run.trace.add('refused', 'Refused', refusal.because, problem);
  const headers = [...(refusal.headers ?? [])];
  if (problem.status === 401) headers.push(challenge(run.request, context.baseUrl, problem.code === 89));
  return finish(run, problem.status, headersOf(run, 'json', headers), () =>
    utf8(JSON.stringify(errorBody(refusal, context))),
  );
}

/** choice: access-level. */
function levelInUse(principal: Exclude<Principal, { kind: 'none' }>): PermissionLevel {
  if (principal.kind === 'oauth1') return principal.token.permission;
  return principal.kind === 'oauth2' ? levelOf(principal.token.scopes) : 'read';
}

function headersOf(run: Run, format: AnswerSpec['format'], more: HeaderList): HeaderList {
  const headers: Header[] = [typeHeaders[format]];
  const { principal } = run;
  if (principal && principal.kind !== 'none') {
    headers.push(levelHeaders[levelInUse(principal)]);
    headers.push(...limitHeaders(run.windows, run.now));
  }
  if (more.length > 0) headers.push(...more);
  return headers;
}

/** choice: methods — HEAD answers as GET without a body. */
const finish = (run: Run, status: number, headers: HeaderList, body: () => Uint8Array): Outcome => ({
  kind: 'response',
  status,
  headers,
  body: run.request.method === 'HEAD' ? new Uint8Array() : body(),
});
