/** The real worker and engine without the page, for tests with thousands of calls. Not part of dist/. */
import { runReceiver } from '../../../src/sandbox/receivers.ts';
import { connect } from '../../../worker/page/connect.ts';
import type { ClockState, Greeting, Playground, PlaygroundEvent, RunReceiver } from '../../../worker/api.ts';
import { isResponse, signRequest, text, utf8 } from '../../../engine/index.ts';
import type { Credential, HttpRequest, Recipe, Snapshot } from '../../../engine/inside.ts';
import { callsOf, makeFeed, nowBy } from '../feed-calls.ts';
import type { Called } from '../feed-calls.ts';
import { askFromWorker } from './ask.ts';
import type { Asked } from './ask.ts';
import type { Floor } from './floor.ts';
import { ingest } from './ingestion.ts';
import type { Ingested } from './ingestion.ts';
import { month } from './month.ts';
import type { Month } from './month.ts';
import { readingOf } from './reading.ts';
import type { Reading } from './reading.ts';
import { witnessed } from './witness.ts';
import workerUrl from './worker.ts?worker&url';

export interface Harness {
  readonly playground: Playground;
  /** When the first call was answered, in ms since the page was requested. */
  readonly firstAnswer: number;
  readonly events: readonly { readonly at: number; readonly event: PlaygroundEvent }[];
  /** Posts with a signed call and returns the new post's id. Advances the clock when the limit is used up. */
  readonly post: (words: string) => Promise<string>;
  /** Creates a feed of a file, in a catalog of the first user who may write. Returns its id. */
  readonly makeFeed: (feedUrl: string) => Promise<string>;
  /** Makes a signed call to the Catalog API. Returns the answer's `data`; throws for a refusal. */
  readonly callCatalog: Called;
  /** Imports a generated file, with ten sets, and reports its duration and how long other calls waited. */
  readonly ingest: (recipe: Recipe) => Promise<Ingested>;
  /** Registers five webhooks and advances the clock by a month. */
  readonly month: () => Promise<Month>;
  /** The minimum cost of reading a generated file, in its own worker. */
  readonly floor: (recipe: Recipe) => Promise<Floor>;
  /** Opens a stream of the harness's family; nothing is read before `start()`. */
  readonly stream: (path: string) => Promise<Reading>;
  /** How often each text was posted. */
  readonly posts: () => Promise<Record<string, number>>;
  /** Makes the worker fetch an address. */
  readonly askFromWorker: (url: string) => Promise<Asked>;
}

declare global {
  /** Settles like `connect()`. */
  var harness: Promise<Harness>;
}

const run: RunReceiver = witnessed((given, port) => void runReceiver(given, port));

globalThis.harness = connect(run, workerUrl).then(async (playground): Promise<Harness> => {
  const greeting = await playground.greet();
  const writer = writerOf(greeting.world.vault);
  const events: { at: number; event: PlaygroundEvent }[] = [];
  let { clock } = greeting;
  playground.subscribe((event) => {
    events.push({ at: Date.now(), event });
    if (event.type === 'clock') clock = event.clock;
  });

  let moving: Promise<void> | null = null;

  async function moveOn(): Promise<void> {
    clock = await playground.advance(900_000);
    moving = null;
  }

  async function post(words: string): Promise<string> {
    const { outcome } = await playground.send(postRequest(greeting.baseUrl, words, writer, clock));
    if (!isResponse(outcome)) throw new Error(`No response: ${outcome.kind}`);
    if (outcome.status === 201) return (JSON.parse(text(outcome.body)) as { data: { id: string } }).data.id;
    const refusal = text(outcome.body);
    // Another call of ours advanced the clock after this one was signed, so it is signed again.
    const late = outcome.status === 401 && refusal.includes('"code":135');
    if (outcome.status !== 429 && !late) throw new Error(`${outcome.status}: ${refusal}`);
    if (late) ({ clock } = await playground.greet());
    else await (moving ??= moveOn());
    return post(words);
  }

  async function posts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const words of textsOf(await playground.exportSnapshot())) counts[words] = (counts[words] ?? 0) + 1;
    return counts;
  }

  async function stream(path: string): Promise<Reading> {
    const { outcome } = await playground.send(bearerRequest(greeting, path));
    if (outcome.kind !== 'stream') throw new Error(`No stream: ${outcome.kind}`);
    return readingOf(outcome);
  }

  await playground.send(bearerRequest(greeting, '/2/users/by/username/mira_holm'));
  const firstAnswer = performance.now();
  await playground.do('portal.setAbuse', false);
  const caller = {
    credentials: greeting.world.vault,
    adsBaseUrl: greeting.adsBaseUrl,
    now: () => Promise.resolve(nowBy(clock)),
    send: (request: HttpRequest) => playground.send(request),
    open: (id: 'catalog.setEarlyAccess' | 'catalog.setTermsAccepted', userId: string) =>
      playground.do(id, userId, true),
  };
  const feedOf = (feedUrl: string) => makeFeed(caller, feedUrl);
  const callCatalog = callsOf(caller);
  return {
    ...{ playground, firstAnswer, events, post, makeFeed: feedOf, callCatalog, floor },
    month: () => month(playground),
    ingest: (recipe: Recipe) => ingest(playground, feedOf, callCatalog, recipe),
    ...{ stream, posts, askFromWorker },
  };
});

const floor = (recipe: Recipe): Promise<Floor> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./floor.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Floor>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(recipe);
  });

function bearerRequest({ baseUrl, world }: Greeting, path: string): HttpRequest {
  const bearer = world.vault.find((each) => each.kind === 'app')!;
  const headers = [['Authorization', `Bearer ${bearer.bearer_token}`]] as const;
  return { method: 'GET', url: baseUrl + path, headers };
}

type Writer = Extract<Credential, { kind: 'oauth1' }>;

function writerOf(vault: readonly Credential[]): Writer {
  const found = vault.find((each) => each.kind === 'oauth1' && each.permission !== 'read');
  if (found?.kind !== 'oauth1') throw new Error('The starter has nobody who may write');
  return found;
}

function postRequest(baseUrl: string, words: string, writer: Writer, clock: ClockState): HttpRequest {
  const request: HttpRequest = {
    method: 'POST',
    url: `${baseUrl}/2/posts`,
    headers: [['Content-Type', 'application/json']],
    body: utf8(JSON.stringify({ text: words })),
  };
  const now = clock.frozen ? clock.platformNow : clock.platformNow + Date.now() - clock.realNow;
  const options = { nonce: crypto.randomUUID(), timestamp: Math.floor(now / 1000) };
  const { authorization } = signRequest(request, writer, options);
  return { ...request, headers: [...request.headers, ['Authorization', authorization]] };
}

/** Throws if a post is incomplete. */
function textsOf({ tables }: Snapshot): string[] {
  return (tables['posts'] ?? []).map((row) => {
    const { id, text: words, author_id, source } = row;
    const whole =
      [id, words, author_id].every((each) => typeof each === 'string' && each !== '') &&
      source instanceof Object;
    if (!whole) throw new Error(`Half a post: ${JSON.stringify(row)}`);
    return words as string;
  });
}
