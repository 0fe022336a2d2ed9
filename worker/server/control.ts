/** What tests and tools can do with the server besides calling the platform, under one reserved path. */
import type { ServerResponse } from 'node:http';
import { base64, isOneOf, isRecord, plans, text } from '../../engine/inside.ts';
import type { Exchange, HttpRequest } from '../../engine/inside.ts';
import type { ServedWorld } from './served-world.ts';

export const controlPath = '/__playground';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Handler = (world: ServedWorld, body: Readonly<Record<string, unknown>>) => Promise<Answer> | Answer;

const done = (body: unknown = {}): Answer => ({ status: 200, body });
const refused = (status: number, error: string): Answer => ({ status, body: { error } });

const clockOf = ({ platform: { clock } }: ServedWorld) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.frozen,
});

/** By method and the path after the reserved one. A GET changes nothing. */
/** The number of calls that are listed, the newest. */
const mostListed = 500;

const handlers: Readonly<Record<string, Handler>> = {
  'GET /clock': (world) => done(clockOf(world)),
  'POST /clock': moveClock,
  'GET /plan': ({ platform }) =>
    done(platform.portal.projects().map(({ id, name, plan }) => ({ project: id, name, plan }))),
  'POST /plan': setPlan,
  'GET /credentials': ({ credentials }) => done(credentials),
  'POST /reset': async (world) => {
    await world.reset();
    return done();
  },
  'GET /snapshot': ({ platform, credentials }) => done({ ...platform.snapshot(), vault: credentials }),
  'GET /exchanges': ({ platform }) => done(platform.exchanges.list().slice(-mostListed).map(shown)),
};

async function moveClock(world: ServedWorld, body: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { clock } = world.platform;
  const { advance, frozen } = body;
  if (advance !== undefined && typeof advance !== 'number')
    return refused(400, 'advance is not a number of milliseconds');
  if (frozen !== undefined && typeof frozen !== 'boolean')
    return refused(400, 'frozen is neither true nor false');
  if (advance === undefined && frozen === undefined)
    return refused(400, 'Neither advance nor frozen is given');
  try {
    if (frozen === true) await clock.freeze();
    if (advance !== undefined) await clock.advance(advance);
    if (frozen === false) await clock.resume();
  } catch (error) {
    if (error instanceof RangeError) return refused(400, error.message);
    throw error;
  }
  return done(clockOf(world));
}

async function setPlan(
  { platform }: ServedWorld,
  { plan, project = platform.portal.projects()[0]?.id }: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  if (!isOneOf(plans, plan)) return refused(400, `plan is not one of ${plans.join(', ')}`);
  if (typeof project !== 'string') return refused(400, 'project is not the id of a Project');
  const result = await platform.do('portal.setPlan', project, plan);
  return result.ok ? done({ project, plan }) : refused(404, result.reason);
}

/** Answers a request for the reserved path. */
export async function control(
  world: ServedWorld,
  { method, url, body }: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(url).pathname.slice(controlPath.length);
  if (method === 'GET' && path === '/exchanges/live') return follow(world, response);
  const { status, body: answer } = await answered(world, `${method} ${path}`, body);
  const json = `${JSON.stringify(answer, inText)}\n`;
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(json);
}

async function answered(world: ServedWorld, what: string, body: Uint8Array | undefined): Promise<Answer> {
  const handler = handlers[what];
  if (!handler || !Object.hasOwn(handlers, what))
    return refused(
      404,
      `There is no ${what}. There are: ${Object.keys(handlers).join(', ')}, GET /exchanges/live`,
    );
  if (!body) return handler(world, {});
  let given: unknown;
  try {
    given = JSON.parse(text(body));
  } catch (error) {
    return refused(400, `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return isRecord(given) ? handler(world, given) : refused(400, 'The body is not a JSON object');
}

/**
 * Sends every exchange from now on as server-sent events; the id of each is its sequence number. After a reset it
 * starts with the first again.
 */
function follow(world: ServedWorld, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const write = (exchange: Exchange) => {
    // A reader that does not keep up is disconnected, instead of buffering without limit.
    if (response.writableLength > 8 * 1024 * 1024) response.destroy();
    else response.write(`id: ${exchange.sequence}\ndata: ${JSON.stringify(shown(exchange), inText)}\n\n`);
  };
  let leave = world.platform.exchanges.subscribe(write);
  const forget = world.onReset((platform) => {
    leave();
    response.write('event: reset\ndata: {}\n\n');
    leave = platform.exchanges.subscribe(write);
  });
  return new Promise((resolve) => {
    const end = () => response.end();
    world.stopping.addEventListener('abort', end);
    response.once('close', () => {
      world.stopping.removeEventListener('abort', end);
      leave();
      forget();
      resolve();
    });
  });
}

/** An exchange with its bodies as text. */
function shown({ request, outcome, ...rest }: Exchange): object {
  return {
    ...rest,
    request: { ...request, body: request.body && text(request.body) },
    outcome: outcome.kind === 'response' ? { ...outcome, body: text(outcome.body) } : outcome,
  };
}

/** Bytes in the form of an exported file. */
function inText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { $bytes: base64(value) } : value;
}
