import { families, known, outlines } from '#reference';
import { connect, temporaryWorker } from '../../worker/api.ts';
import type { Playground, World } from '../../worker/api.ts';
import { isOfCall } from '../element/names.ts';
import type { AskedEmbed } from '../element/names.ts';
import { parseRoute } from '../router.ts';
import { run } from '../sandbox/run.ts';
import { Reference } from '../state/reference.svelte.ts';
import { reset } from '../state/replacements.ts';
import { PageSession } from '../state/session.svelte.ts';
import { noEndpoint } from '../views/requests/call/draft.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';
import type { RequestsRoute } from '../views/requests/call/route.ts';
import { wholeRoute } from '../embed-route.ts';

export interface OpenedEmbed {
  readonly session: PageSession;
  /** The call that is shown. */
  readonly route: RequestsRoute;
}

/** Starts its own world in memory. Rejects with a sentence if it cannot, and for an unknown call. */
export async function open(asked: AskedEmbed, hash: string): Promise<OpenedEmbed> {
  if (!isOfCall(asked.view)) wholeRoute(asked.view, hash);
  const route = routeOf(asked, isOfCall(asked.view) ? hash : '');
  const { scenario, seed, frozen } = asked;
  const world = { scenario, ...(seed !== null && { seed }), ...(frozen !== null && { frozenAt: frozen }) };
  const [playground, reference] = await Promise.all([
    connect(run, temporaryWorker(world)),
    Reference.open({ families, known, outlines }, route.endpointId),
  ]);
  if (typeof route.endpointId === 'string' && !reference.endpoint(route.endpointId))
    throw new Error(noEndpoint(route.endpointId));
  await startedOn(playground, asked);
  const session = new PageSession(playground, await playground.greet(), reference);
  session.embedded = true;
  return { session, route };
}

/** Resets the world, with the plan that was asked for. */
export async function startOver(session: PageSession, asked: AskedEmbed): Promise<void> {
  await reset(session, true);
  // The reset is visible by itself.
  session.notices.dismiss();
  await startedOn(session.playground, asked);
}

/** Moves the Projects to the plan that was asked for. Returns the world after that. */
export async function startedOn(playground: Playground, { plan }: AskedEmbed): Promise<World> {
  const { world } = await playground.greet();
  if (plan === null) return world;
  const others = world.projects.filter((project) => project.plan !== plan);
  for (const { id } of others) {
    const result = await playground.do('portal.setPlan', id, plan);
    if (!result.ok) throw new Error(result.reason);
  }
  return others.length === 0 ? world : (await playground.greet()).world;
}

/** The default call of a view. */
const usual: Readonly<Partial<Record<AskedEmbed['view'], string>>> = {
  limits: 'getMentions',
  reference: 'createPost',
};

/** The fragment is a playground link to a call with its contents; `endpoint` alone means its example. */
export function routeOf({ endpoint, view }: AskedEmbed, hash: string): RequestsRoute {
  const shown = endpoint ?? usual[view];
  const alone: RequestsRoute = { view: 'requests', ...(shown !== undefined && { endpointId: shown }) };
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
