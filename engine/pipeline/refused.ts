/** How a refusal becomes a response. Loaded with the first refusal, so that successful calls do not pay for it. */
import { challenge } from '../auth/authenticate.ts';
import { errorPage } from '../auth/page.ts';
import { utf8 } from '../http/messages.ts';
import type { ResponseOutcome } from '../http/outcome.ts';
import { capital } from '../spec/capital.ts';
import { problems } from '../spec/problem-list.ts';
import type { Refusal } from '../spec/problems.ts';
import { errorBody } from './error-body.ts';
import type { ErrorContext } from './error-body.ts';
import { finish, headersOf } from './respond.ts';
import type { Run } from './run.ts';

/** The response of a refusal; its reason goes into the trace. Pages refuse in HTML (choice: html-pages). */
export function respondRefused(run: Run, refusal: Refusal, context: ErrorContext): ResponseOutcome {
  const { api, baseUrl } = context;
  const problem = problems[refusal.problem];
  run.trace.refused(refusal, problem);
  const more = [...(refusal.headers ?? [])];
  if (problem.status === 401) more.push(challenge(run.request, baseUrl, api, problem.code === 89));
  const [format, body] =
    api.errorBody === 'page'
      ? (['html', () => utf8(refusedPage(refusal))] as const)
      : (['json', () => utf8(JSON.stringify(errorBody(refusal, context)))] as const);
  return finish(run, problem.status, headersOf(run, api, format, more), body);
}

export const statusOf = ({ problem }: Refusal): number => problems[problem].status;

const refusedPage = ({ problem, because }: Refusal): string =>
  errorPage(
    problems[problem].message.replace(/\.$/, ''),
    `${capital(because)}.`.replaceAll('`', ''),
    `Go back to where you came from. This has the code ${problems[problem].code}.`,
  );
