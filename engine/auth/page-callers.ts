/** Identifies callers who have no API credential. Loaded with the first such call. */
import { isAnswer } from '../declaration/endpoint.ts';
import type { Answer, PageSpec } from '../declaration/endpoint.ts';
import type { Principal } from '../declaration/principal.ts';
import type { Services } from '../declaration/services.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import type { HttpRequest } from '../http/messages.ts';
import { isRefusal } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { StateView } from '../state/state.ts';
import { pageParameters, sessionOf } from './session.ts';

export { openedBy } from './secret-address.ts';
export { authenticateClient } from './client.ts';

const byPages = source(['4.1'], ['o1-pages']);

/** The visitor of a page, whom only a cookie identifies, if anything; or the answer for a visit without a valid App. */
export function visit(
  { request, query, trace, now }: { request: HttpRequest; query: string; trace: Trace; now: number },
  page: PageSpec,
  state: StateView,
  services: Services,
): Principal | Answer | Refusal {
  const parameters = pageParameters(request, query);
  if (isRefusal(parameters)) return parameters;
  const app = page.appOf?.(parameters, services, now);
  if (app && isAnswer(app)) return app;
  const session = sessionOf(request, state, now);
  const user = session?.user_id ? state.tables.users.must(session.user_id) : null;
  trace.visited(user, byPages);
  const visitor = { session, user, parameters };
  return app ? { kind: 'session', app, ...visitor } : { kind: 'visitor', ...visitor };
}
