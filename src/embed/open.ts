import { families, known, outlines } from '#reference';
import { connect, temporaryWorker } from '../../worker/api.ts';
import type { AskedEmbed } from '../element/names.ts';
import { parseRoute } from '../router.ts';
import { run } from '../sandbox/run.ts';
import { Reference } from '../state/reference.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { noEndpoint } from '../views/requests/call/draft.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';
import type { RequestsRoute } from '../views/requests/call/route.ts';

export interface OpenedEmbed {
  readonly session: PageSession;
  /** The call that is shown. */
  readonly route: RequestsRoute;
}

/** Starts a world of its own in memory. Rejects with a sentence when it cannot, and for an unknown call. */
export async function open(asked: AskedEmbed, hash: string): Promise<OpenedEmbed> {
  const route = routeOf(asked, hash);
  const { scenario, seed, frozen } = asked;
  const world = { scenario, ...(seed !== null && { seed }), ...(frozen !== null && { frozenAt: frozen }) };
  const [playground, reference] = await Promise.all([
    connect(run, temporaryWorker(world)),
    Reference.open({ families, known, outlines }, route.endpointId),
  ]);
  if (typeof route.endpointId === 'string' && !reference.endpoint(route.endpointId))
    throw new Error(noEndpoint(route.endpointId));
  return { session: new PageSession(playground, await playground.greet(), reference), route };
}

/** The fragment is a link of the playground to a call with what is filled in; `endpoint` alone is its example. */
export function routeOf({ endpoint }: AskedEmbed, hash: string): RequestsRoute {
  const alone: RequestsRoute = { view: 'requests', ...(endpoint !== null && { endpointId: endpoint }) };
  if (hash === '' || hash === '#') return alone;
  const parsed = parseRoute(hash);
  if ('problem' in parsed) throw new Error(parsed.problem);
  if (parsed.view !== 'requests') return alone;
  const read = readRoute(parsed);
  if ('problem' in read) throw new Error(read.problem);
  const { endpointId } = read.route;
  if (endpoint !== null && endpointId !== undefined && endpointId !== endpoint)
    throw new Error(
      `“endpoint” names ${endpoint}, and the link behind the # another call, ${endpointId ?? 'a free-form one'}.`,
    );
  return { ...alone, ...read.route };
}
