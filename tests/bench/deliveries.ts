/**
 * `npm run bench -- deliveries`: events a second that the platform delivers to a receiver in Node which answers at once,
 * beside a bare loop that signs the same bodies and calls the same receiver. Rounds of both are interleaved and the
 * medians compared, because machines are shared and noisy. Events are caused before the clock starts: they stand in line
 * behind one whose receiver waits.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, createPlatform, header, signRequest, text, utf8 } from '../../engine/inside.ts';
import type { Credential, HttpRequest, HttpResponse, SendResult } from '../../engine/index.ts';
import { signatureHeader } from '../../engine/webhooks/signature.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const eventsARound = 1000;
const sweep = (globalThis as { gc?: (how: { type: 'minor' }) => void }).gc;
if (!sweep) throw new Error('Run it with --expose-gc, as `npm run bench` does');

const headers: HttpResponse['headers'] = [['content-type', 'application/json']];
const good: HttpResponse = { status: 200, headers, body: utf8('{}') };
const bad: HttpResponse = { status: 401, headers, body: utf8('{}') };
let secret = '';

/** The work of a careful receiver: verify the sender, read the event, and recognise a duplicate. */
const seen = new Set<string>();
function receive({ headers, body }: HttpRequest): HttpResponse {
  const given = Buffer.from(header(headers, signatureHeader) ?? '');
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body!).digest('base64')}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return bad;
  seen.add((JSON.parse(text(body!)) as { event_id: string }).event_id);
  return good;
}

let hold: Promise<void> | null = null;
const answer = (request: HttpRequest): SendResult | Promise<SendResult> => {
  if (request.method === 'POST') return hold ? hold.then(() => receive(request)) : receive(request);
  const token = new URL(request.url).searchParams.get('crc_token')!;
  const response_token = `sha256=${createHmac('sha256', secret).update(token).digest('base64')}`;
  return { status: 200, headers, body: utf8(JSON.stringify({ response_token })) };
};

const platform = createPlatform({ scenario: 'small', send: (request) => Promise.resolve(answer(request)) });
await platform.do('portal.setAbuse', false);
const user = credential('oauth1');
secret = credential('basic').consumer_secret;
const url = 'https://hooks.courier.example/events';
const bearer: [string, string] = ['authorization', `Bearer ${credential('app').bearer_token}`];
const webhookId = String((await call('/2/webhooks', { url }, bearer))['id']);
await call(`/2/account_activity/webhooks/${webhookId}/subscriptions/all`);
const other = platform.portal.users().find(({ id }) => id !== user.userId)!.id;

const bodies: Uint8Array[] = [];
const times = { bare: [] as number[], delivered: [] as number[] };
await deliver(); // warms up, and records the bodies
for (const { body } of (await platform.ask('activity.report', webhookId, {}))!.events)
  bodies.push(utf8(body));
await bare();
for (let round = 0; round < rounds; round++) {
  times.bare.push(await bare());
  times.delivered.push(await deliver());
}
report();

/** Microseconds per event. */
async function bare(): Promise<number> {
  sweep!({ type: 'minor' });
  const start = performance.now();
  for (let at = 0; at < eventsARound; at++) {
    const body = bodies[at % bodies.length]!;
    const signature = `sha256=${base64(hmac(sha256, utf8(secret), body))}`;
    const request = {
      method: 'POST',
      url,
      headers: [...headers, [signatureHeader, signature] as const],
      body,
    };
    if ((await Promise.resolve(receive(request))).status !== 200)
      throw new Error('The receiver refuses the bare loop');
  }
  return ((performance.now() - start) / eventsARound) * 1000;
}

/** The same by the platform: from the moment when the first event's receiver answers until the last is settled. */
async function deliver(): Promise<number> {
  seen.clear();
  let release = () => {};
  hold = new Promise((resolve) => (release = resolve));
  for (let at = 0; at < eventsARound; at++)
    await platform.do('users.setBlocked', user.userId, other, at % 2 === 0);
  sweep!({ type: 'minor' });
  hold = null;
  const start = performance.now();
  release();
  while (seen.size < eventsARound) await new Promise((resolve) => setImmediate(resolve));
  const spent = performance.now() - start;
  const { counts } = (await platform.ask('activity.report', webhookId, {}))!;
  if (counts.waiting + counts.set_aside > 0) throw new Error('Not every event was acknowledged');
  return (spent / eventsARound) * 1000;
}

function report(): void {
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!;
  const [floor, own] = [median(times.bare), median(times.delivered)];
  const perSecond = (each: number) => `${Math.round(1e6 / each).toLocaleString('en')} events a second`;
  console.log(
    `bare HMAC and the same receiver  ${floor.toFixed(1).padStart(7)} µs an event, ${perSecond(floor)}`,
  );
  console.log(
    `deliveries                       ${own.toFixed(1).padStart(7)} µs an event, ${perSecond(own)}`,
  );
  console.log(`deliveries, times the bare loop's rate ${(floor / own).toFixed(2).padStart(6)}   aim >= 0.5`);
}

/** A call that must be answered with 200: signed by the user, or with a bearer token. */
async function call(path: string, json?: unknown, by?: [string, string]): Promise<Record<string, unknown>> {
  const request: HttpRequest = {
    method: 'POST',
    url: platform.baseUrl + path,
    headers: json === undefined ? [] : headers,
    ...(json !== undefined && { body: utf8(JSON.stringify(json)) }),
  };
  const timestamp = Math.floor(platform.clock.now() / 1000);
  const signed = () => signRequest(request, user, { nonce: path, timestamp }).authorization;
  const authorization = by ?? (['authorization', signed()] as [string, string]);
  const outcome = await platform.handle({ ...request, headers: [...request.headers, authorization] });
  if (outcome.kind !== 'response' || outcome.status !== 200)
    throw new Error(outcome.kind === 'response' ? text(outcome.body) : outcome.kind);
  return JSON.parse(text(outcome.body)) as Record<string, unknown>;
}

function credential<K extends Credential['kind']>(kind: K): Extract<Credential, { kind: K }> {
  const isWanted = (each: Credential): each is Extract<Credential, { kind: K }> =>
    each.kind === kind && each.appName === 'Northwind Courier';
  return platform.initialCredentials.find(isWanted)!;
}
