import { families, known, outlines } from '#reference';
import { connect, openKept, temporaryWorker } from '../../worker/api.ts';
import type { Playground } from '../../worker/api.ts';
import { isOfCall } from '../element/names.ts';
import type { AskedEmbed } from '../element/names.ts';
import { packedIn } from '../recipe/link.ts';
import { parseRoute } from '../router.ts';
import { run } from '../sandbox/run.ts';
import { Reference } from '../state/reference.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { noEndpoint } from '../views/requests/call/draft.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';
import type { RequestsRoute } from '../views/requests/call/route.ts';
import { wholeRoute } from '../embed-route.ts';
import { isStorageDenied } from './keep-nothing.ts';
import { setUpAgainBy } from './start-over.ts';

export interface OpenedEmbed {
  readonly session: PageSession;
  /** The call that is shown. */
  readonly route: RequestsRoute;
}

/**
 * Opens its own world, or sets up that of a recipe in the fragment. Rejects with a sentence if it cannot, and for an
 * unknown call.
 */
export async function open(asked: AskedEmbed, hash: string): Promise<OpenedEmbed> {
  const packed = packedIn(hash);
  if (packed === null) return openWith(asked, hash, null);
  const { recipeFor } = await import('./recipe.ts');
  const { call, setUp } = await recipeFor(asked, packed);
  return openWith(asked, call, setUp);
}

async function openWith(
  asked: AskedEmbed,
  hash: string,
  setUp: ((playground: Playground) => Promise<void>) | null,
): Promise<OpenedEmbed> {
  if (!isOfCall(asked.view)) wholeRoute(asked.view, hash);
  const route = routeOf(asked, isOfCall(asked.view) ? hash : '');
  const [playground, reference] = await Promise.all([
    worldOf(asked),
    Reference.open({ families, known, outlines }, route.endpointId),
  ]);
  if (typeof route.endpointId === 'string' && !reference.endpoint(route.endpointId))
    throw new Error(noEndpoint(route.endpointId));
  if (setUp) {
    await setUp(playground);
    setUpAgainBy(playground, () => setUp(playground));
  }
  const session = new PageSession(playground, await playground.greet(), reference);
  session.embedded = true;
  return { session, route };
}

/** In memory, or the one that is kept under its name, which begins as asked if there is none. */
async function worldOf({ world: name, scenario, seed, frozen, plan }: AskedEmbed): Promise<Playground> {
  const world = {
    scenario,
    ...(seed !== null && { seed }),
    ...(frozen !== null && { frozenAt: frozen }),
    ...(plan !== null && { plan }),
  };
  // Frames that are denied storage are denied locks, by which they could share a world: each has one in memory.
  if (name === null || isStorageDenied()) return connect(run, temporaryWorker(world));
  try {
    return await openKept(name, world, run);
  } catch (error) {
    throw error instanceof Error && error.name === 'OneTabOnly' ? new Error(notShared) : error;
  }
}

const notShared =
  'This world is open in another frame or tab that cannot share it: that one has another release of the playground, or the browser has no locks here, as over plain http. Close the other one, and try again.';

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
