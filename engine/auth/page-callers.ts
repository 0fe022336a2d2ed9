/** Who calls where no credential of an API says it. It comes with the first such call. */
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

/** Who opens a page of the platform: proved by a cookie alone, if at all; or the page for when no App asks. */
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
