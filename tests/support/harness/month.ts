/**
 * A jump of a month with five webhooks: 720 checks of each, compared with as many bare round trips to their workers.
 */
import type { Credential } from '../../../engine/inside.ts';
import { runReceiver } from '../../../src/sandbox/receivers.ts';
import type { Greeting, Playground, ReceiverRun } from '../../../worker/api.ts';
import { isResponse, utf8 } from '../../../engine/index.ts';

export interface Month {
  /** ms; half of the trips before the jump, half after it. */
  readonly bare: number;
  readonly jump: number;
  /** Challenges sent by the hour. */
  readonly checks: number;
  readonly storage: string;
}

const app = 'Atlas Insight';
const hosts = [0, 1, 2, 3, 4].map((at) => `hooks${at}.example`);
const days = 30;
const hour = 3_600_000;

export async function month(playground: Playground): Promise<Month> {
  const greeting = await playground.greet();
  const code = codeOf(credential(greeting, 'basic').consumer_secret);
  for (const host of hosts) {
    await playground.do('receivers.save', host, code);
    await register(playground, greeting, `https://${host}/events`);
  }
  const trips = hosts.length * days * 24;
  const half = () => timed(() => roundTrips(code, trips / 2));
  const bareBefore = await half();
  const before = await sent(playground);
  const jump = await timed(() => playground.advance(days * 24 * hour));
  const after = await sent(playground);
  const bare = bareBefore + (await half());
  return { bare, jump, checks: after - before, storage: (await playground.greet()).storage.kind };
}

/** From a worker through the page, as the engine's worker does. */
function roundTrips(code: string, trips: number): Promise<void> {
  const runs = hosts.map((host): ReceiverRun => ({
    ...{ host, code, now: 0, items: [], maxBytes: 65_536, jump: 'bare' },
    request: { method: 'GET', url: `https://${host}/events?crc_token=1`, headers: [] },
  }));
  const worker = new Worker(new URL('./trips.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data, ports: [port] }: MessageEvent<ReceiverRun | 'made'>) => {
      if (data !== 'made' && port) return void runReceiver(data, port);
      worker.terminate();
      resolve();
    };
    worker.postMessage({ runs, trips });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Calls to the outside so far: exchanges are numbered. */
async function sent(playground: Playground): Promise<number> {
  return (await playground.exchanges()).at(-1)?.sequence ?? 0;
}

async function register(playground: Playground, greeting: Greeting, url: string): Promise<void> {
  const { outcome } = await playground.send({
    method: 'POST',
    url: `${greeting.baseUrl}/2/webhooks`,
    headers: [
      ['Authorization', `Bearer ${credential(greeting, 'app').bearer_token}`],
      ['Content-Type', 'application/json'],
    ],
    body: utf8(JSON.stringify({ url })),
  });
  if (!isResponse(outcome) || outcome.status !== 200) throw new Error(`${url} was not registered`);
}

function credential<K extends Credential['kind']>(
  { world }: Greeting,
  kind: K,
): Extract<Credential, { kind: K }> {
  const isWanted = (each: Credential): each is Extract<Credential, { kind: K }> =>
    each.kind === kind && each.appName === app;
  const found = world.vault.find(isWanted);
  if (!found) throw new Error(`${app} has no ${kind}`);
  return found;
}

/** Answers challenges. */
const codeOf = (consumerSecret: string): string => `
const utf8 = new TextEncoder();
export default async function (request) {
  const token = new URL(request.url).searchParams.get('crc_token') ?? '';
  const key = await crypto.subtle.importKey('raw', utf8.encode('${consumerSecret}'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(token)));
  return Response.json({ response_token: 'sha256=' + btoa(String.fromCharCode(...mac)) });
}
`;
