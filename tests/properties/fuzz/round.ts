/** One seed: a platform, a few hundred requests and other events, then its invariants. */
import { header, isResponse, plans } from '../../../engine/inside.ts';
import type { EndpointDescription, HttpRequest, HttpResponse, Outcome } from '../../../engine/index.ts';
import { Dice } from './dice.ts';
import { brokenInvariants } from './invariants.ts';
import { mutate } from './mutate.ts';
import { bodyOf, fault } from './outcome.ts';
import { validRequest } from './valid.ts';
import { World } from './world.ts';
import { declarations, endpoints } from '../../../testing/endpoints.ts';

export interface Tally {
  requests: number;
  readonly statuses: Map<number, number>;
  /** Ids of the endpoints that succeeded. */
  readonly served: Set<string>;
}

/**
 * `isWhole`: uses the whole starter, whose thousands of rows take longer than the requests, instead of a few of them.
 */
export async function fuzzRound(seed: number, steps: number, tally: Tally, isWhole: boolean): Promise<void> {
  const dice = new Dice(seed);
  // Some continue another platform's world, with fewer families.
  const before = dice.chance(0.3) ? Math.floor(steps / 4) : 0;
  let world = await World.start(dice, isWhole);
  if (before > 0) {
    await play(world, dice, before, `seed ${seed}, before,`, tally);
    world = await world.continued(dice);
  }
  await play(world, dice, steps - before, `seed ${seed},`, tally);
  const wrong = await brokenInvariants(world, probesOf(world, dice));
  if (wrong.length > 0) throw new Error(`seed ${seed}: ${wrong.slice(0, 10).join('\n')}`);
}

async function play(world: World, dice: Dice, steps: number, where: string, tally: Tally): Promise<void> {
  const pending: Promise<void>[] = [];
  let sent: HttpRequest | null = null;
  const deck: EndpointDescription[] = [];
  for (let step = 0; step < steps; step++) {
    if (dice.chance(0.04)) pending.push(world.during(disturb(world, dice)));
    const request: HttpRequest =
      sent && dice.chance(0.03) ? sent : makeRequest(drawn(deck, dice), world, dice);
    sent = request;
    const done = send(world, request, `${where} request ${step + 1}`, tally);
    // Most calls are awaited; the others overlap with later ones.
    if (dice.chance(0.8)) await done;
    else pending.push(done);
  }
  await Promise.all(pending);
}

/** Like a deck of cards: every endpoint comes once before any comes again. */
function drawn(deck: EndpointDescription[], dice: Dice): EndpointDescription {
  if (deck.length === 0) deck.push(...endpoints);
  return deck.splice(dice.int(deck.length), 1)[0]!;
}

function makeRequest(endpoint: EndpointDescription, world: World, dice: Dice): HttpRequest {
  let request = validRequest(endpoint, world, dice);
  if (dice.chance(0.05)) request = { ...request, id: `id ${dice.int(20)}` };
  while (dice.chance(0.35)) request = mutate(request, dice);
  request = world.authorised(request, endpoint, dice);
  while (dice.chance(0.25)) request = mutate(request, dice);
  return request;
}

async function send(world: World, request: HttpRequest, where: string, tally: Tally): Promise<void> {
  const before = world.commits;
  // A delivery commits its result when its answer arrives.
  const isAlone = world.underWay === 0 && world.state.tables.outbox.size === 0;
  const promise = world.during(world.platform.handle(request));
  // Concurrent calls may commit each other's changes.
  const committed = isAlone ? world.commits - before : 0;
  const outcome = await promise;
  tally.requests++;
  if (isResponse(outcome)) tally.statuses.set(outcome.status, (tally.statuses.get(outcome.status) ?? 0) + 1);
  // A repeated id gets the answer to its first request.
  const exchange = outcome.kind === 'stream' ? undefined : world.exchanges.get(outcome);
  if (outcome.kind === 'stream') {
    // Opened and closed at once; stream.test.ts reads the contents of streams.
    outcome.open({ write: () => true, end: () => undefined })();
    tally.served.add('streamPosts');
    if (outcome.status !== 200) throw new Error(`${where}: a stream of status ${outcome.status}`);
    return;
  }
  const wrong =
    (exchange ? fault(exchange.request, outcome, exchange.endpointId) : 'no exchange has this outcome') ??
    (committed > 0 && !mayCommit(request, outcome, exchange?.endpointId ?? null)
      ? `${committed} commits`
      : null);
  if (isResponse(outcome) && outcome.status < 300 && exchange?.endpointId)
    tally.served.add(exchange.endpointId);
  if (wrong) throw new Error(`${where}: ${wrong}\n${describe(request)}\n${answerText(outcome)}`);
  if (isResponse(outcome) && outcome.status === 200 && isJson(outcome))
    world.notePage(bodyOf(outcome).meta?.next_token);
}

/**
 * Refusals and reads change nothing, but: the call that silences an App writes its owner a notice, a page begins a
 * session, a verifier, code or refresh token that is wrong or used again counts against its token, and the token of a
 * challenge comes from the dice, which are kept before it goes out.
 */
const mayCommit = ({ method }: HttpRequest, outcome: Outcome, endpointId: string | null): boolean =>
  isResponse(outcome) &&
  (outcome.status === 429 ||
    (endpointId !== null && challenges.has(endpointId)) ||
    declarations.some(({ id, page }) => id === endpointId && (page !== null || countsMisuse.has(id))) ||
    // Returned posts count against the monthly cap.
    (outcome.status === 200 && endpointId === 'searchRecentPosts') ||
    (outcome.status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(method)));

const isJson = ({ headers, body }: HttpResponse): boolean =>
  body.length > 0 && (header(headers, 'content-type') ?? '').startsWith('application/json');

const countsMisuse = new Set(['accessToken', 'exchangeCode']);
const challenges = new Set(['registerWebhook', 'validateWebhook']);

const describe = (request: HttpRequest): string =>
  JSON.stringify({ ...request, body: request.body && Buffer.from(request.body).toString('latin1') }).slice(
    0,
    3000,
  );
const answerText = (outcome: Outcome): string =>
  !isResponse(outcome)
    ? 'closed'
    : `${outcome.status} ${Buffer.from(outcome.body).toString().slice(0, 2000)}`;

/** Events of a platform between calls. */
async function disturb({ platform }: World, dice: Dice): Promise<void> {
  const { clock, portal } = platform;
  const apps = portal.apps();
  const projects = portal.projects();
  switch (dice.int(9)) {
    case 0:
    case 1:
    case 2:
      await clock.advance(dice.pick([0, 1000, 60_000, 900_000, 86_400_000, dice.int(1e10)]));
      return;
    case 3:
      return clock.freeze();
    case 4:
      return clock.resume();
    case 5:
      if (projects.length > 0) await platform.do('portal.setPlan', dice.pick(projects).id, dice.pick(plans));
      return;
    case 6:
      await platform.do('portal.setAbuse', dice.chance(0.5));
      return;
    case 7:
      if (apps.length > 0) await platform.do('portal.liftAbuse', dice.pick(apps).id);
      return;
    default:
      return platform.exchanges.clear();
  }
}

/** A valid request of every endpoint except those that end a token. */
function probesOf(world: World, dice: Dice): HttpRequest[] {
  return endpoints
    .filter(({ path }) => !path.includes('invalidate'))
    .map((endpoint) => {
      const request = validRequest(endpoint, world, dice);
      return world.authorised(request, endpoint, dice);
    });
}
