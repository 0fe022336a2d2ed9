/**
 * `npm run bench`: what a call through the engine costs, as ratios against floors of the same run. Rounds of all
 * contestants are interleaved and the medians compared, because machines are shared and noisy. Each begins with the
 * heap swept and is long enough to fill it: it pays for its own garbage, and for nobody else's.
 */
import { Hono } from 'hono';
import { http, HttpResponse, getResponse } from 'msw';
import { createPlatform, isResponse, signRequest, utf8 } from '../../engine/index.ts';
import type { Credential, HttpRequest, Outcome, Platform } from '../../engine/index.ts';
import { bareHmac } from '../support/hmac.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 21);
const sweep = (globalThis as { gc?: (how: { type: 'minor' }) => void }).gc;
if (!sweep) throw new Error('Run it with --expose-gc, as `npm run bench` does');
const callsARound = 2000;
const url = 'https://api.svc.example/2/users/2244994945';

const platform = createPlatform();
await platform.do('portal.setAbuse', false);
const bearer = credential(platform, 'app');
const user = credential(platform, 'oauth1');
const headers: [string, string][] = [['authorization', `Bearer ${bearer.bearer_token}`]];

const hono = new Hono();
hono.get('/2/users/:id', (context) => context.json({}));
const bareHono = new Hono();
bareHono.get('/2/users/:id', (context) => context.body(null));
const handlers = [http.get('https://api.svc.example/2/users/:id', () => HttpResponse.json({}))];
const baseString = signRequest({ method: 'GET', url, headers: [] }, user, { nonce: 'n', timestamp: 1 }).steps
  .baseString;
const key = `${user.consumer_secret}&${user.oauth_token_secret}`;

let counter = 0;
const signed = (request: HttpRequest): HttpRequest => {
  const timestamp = Math.floor(platform.clock.now() / 1000);
  const { authorization } = signRequest(request, user, { nonce: `n${counter++}`, timestamp });
  return { ...request, headers: [...request.headers, ['authorization', authorization]] };
};

/** Requests are made before the clock starts: what is measured is answering them. */
const prepared = (make: () => HttpRequest) => () => Array.from({ length: callsARound }, make);

type Contestant = { name: string; prepare?: () => HttpRequest[]; run: (request: HttpRequest) => unknown };

const contestants: Contestant[] = [
  { name: 'Hono, empty JSON route', run: () => hono.fetch(new Request(url, { headers })) },
  {
    name: 'bare Request and Response',
    run: () => new Response(new Request(url, { headers }).url, { headers: { 'content-type': 'text/plain' } }),
  },
  { name: 'Hono, route without a body', run: () => bareHono.fetch(new Request(url, { headers })) },
  { name: 'MSW, same route', run: () => getResponse(handlers, new Request(url, { headers })) },
  {
    name: 'bare HMAC-SHA1',
    run: () => bareHmac(key, baseString),
  },
  { name: '(a) bearer GET by fetch', run: () => platform.fetch(new Request(url, { headers })) },
  { name: '(a) bearer GET by handle', run: () => platform.handle({ method: 'GET', url, headers }) },
  {
    name: '(b) OAuth 1.0a GET by handle',
    prepare: prepared(() => signed({ method: 'GET', url, headers: [] })),
    run: (request) => platform.handle(request),
  },
  {
    name: '(c) POST /2/posts by handle',
    prepare: prepared(() =>
      signed({
        method: 'POST',
        url: 'https://api.svc.example/2/posts',
        headers: [['content-type', 'application/json']],
        body: utf8(JSON.stringify({ text: `Post number ${counter}` })),
      }),
    ),
    run: (request) => platform.handle(request),
  },
];

const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
await proveAnswers();
for (let round = 0; round < rounds; round++)
  for (const contestant of contestants) times.get(contestant.name)!.push(await measure(contestant));
report();

/** Microseconds a call. The clock jumps over the limits' windows outside the measured part. */
async function measure({ prepare, run }: Contestant): Promise<number> {
  let spent = 0;
  const portion = 80;
  const requests = prepare?.() ?? [];
  sweep!({ type: 'minor' });
  for (let done = 0; done < callsARound; done += portion) {
    await platform.clock.advance(done === 0 ? 86_400_000 : 900_000);
    const batch = prepare ? requests.slice(done, done + portion).map(resign) : [];
    const start = performance.now();
    for (let index = 0; index < portion; index++) await run(batch[index]!);
    spent += performance.now() - start;
  }
  return (spent / callsARound) * 1000;
}

/** Signs again with the present time, since the clock jumped. */
function resign(request: HttpRequest): HttpRequest {
  return signed({ ...request, headers: request.headers.filter(([name]) => name !== 'authorization') });
}

/** A bench of refusals would be worthless: every contestant has to succeed once. */
async function proveAnswers(): Promise<void> {
  for (const { name, prepare, run } of contestants.filter((each) => each.name.startsWith('('))) {
    const outcome = (await run(prepare?.()[0] as HttpRequest)) as Outcome | Response;
    const status = outcome instanceof Response || isResponse(outcome) ? outcome.status : 0;
    if (status < 200 || status >= 300) throw new Error(`${name}: not answered with success`);
  }
}

function report(): void {
  const median = (name: string) => times.get(name)!.sort((a, b) => a - b)[rounds >> 1]!;
  for (const { name } of contestants)
    console.log(`${name.padEnd(32)} ${median(name).toFixed(1).padStart(7)} µs a call`);
  const ratio = (label: string, value: number, aim: string) =>
    console.log(`${label.padEnd(58)} ${value.toFixed(2).padStart(6)}   aim ${aim}`);
  const [empty, bare, bodiless, msw, mac, fetched, handled, oauth] = contestants.map(({ name }) =>
    median(name),
  );
  ratio("(a) by handle, times the empty Hono route's rate", empty! / handled!, '>= 2.5');
  ratio('(b) by handle, times the bare HMAC', oauth! / mac!, '<= 2.5');
  // The runtime's own messages are most of what fetch costs, here as there: no aim, but a multiple of theirs.
  ratio('(a) by fetch, times a bare Request and Response', fetched! / bare!, '-');
  ratio('the empty Hono route, times the same', empty! / bare!, '-');
  ratio('a Hono route without a body, times the same', bodiless! / bare!, '-');
  ratio('MSW, times the same', msw! / bare!, '-');
}

function credential<K extends Credential['kind']>(
  { initialCredentials }: Platform,
  kind: K,
): Extract<Credential, { kind: K }> {
  return initialCredentials.find((each): each is Extract<Credential, { kind: K }> => each.kind === kind)!;
}
