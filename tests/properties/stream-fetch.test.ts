/** The filtered stream as a program reads it, through `fetch`, compared with a model of its connection. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tooSlow } from '../../engine/exchanges/stream-record.ts';
import { createPlatform } from '../../engine/index.ts';
import type { Snapshot } from '../../engine/index.ts';
import { caller, start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { rounds } from '../support/rounds.ts';
import { Listener } from '../support/stream.ts';

const reader = '26001';
const project = '1700';
/** The monthly cap on Basic, in posts. */
const cap = 500_000;
/** The size of a body's queue: its bytes, and 64 more for each chunk. */
const room = 1024 * 1024;
const weigh = (bytes: number): number => bytes + 64;
const blank = weigh(2);

const textOf = (at: number): string => `Loaf ${String(at).padStart(4, '0')}`;

/** How many rules match each post: its line names them all, so that five lines fill the queue. */
const rules = 800;

/** A world on Basic with such lines. */
async function longLines() {
  const { platform, as } = await start();
  const bearer = as.bearer();
  const add = Array.from({ length: rules }, (_, at) => ({ value: `loaf OR w${at}`, tag: 't'.repeat(200) }));
  expect((await bearer.post('/2/posts/search/stream/rules', { add })).json.meta).toMatchObject({
    summary: { created: rules },
  });
  const listener = await Listener.to(bearer);
  await as.user('mira_holm', 'Harbour Desk').post('/2/posts', { text: textOf(0) });
  listener.leave();
  must(await platform.do('portal.setPlan', project, 'basic'));
  return {
    snapshot: platform.snapshot(),
    credentials: platform.initialCredentials,
    line: weigh(listener.text.length),
  };
}

/** The same with this many posts left in the month. */
function withLeft({ tables, ...rest }: Snapshot, left: number): Snapshot {
  const day = Date.UTC(2026, 2, 1);
  const row = { id: `${project}:${reader}:${day}`, project_id: project, app_id: reader, day };
  return { ...rest, tables: { ...tables, usage: [{ ...row, posts: cap - left }] } };
}

/** What one reader received: text, and how it ended. */
class Reading {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  #pending: Promise<void> | null = null;
  error: unknown = null;

  constructor(response: Response) {
    this.#reader = response.body!.getReader();
  }

  /** Requests one chunk; false while an earlier request is pending. */
  ask(): boolean {
    if (this.#pending) return false;
    this.#pending = this.#reader.read().then(
      ({ value }) => {
        this.#text += this.#decoder.decode(value);
        this.#pending = null;
      },
      (error: unknown) => void (this.error = error),
    );
    return true;
  }

  /** Reads until the stream breaks off. */
  async toEnd(): Promise<void> {
    while (this.error === null) {
      this.ask();
      await this.#pending;
    }
  }

  async settled(): Promise<void> {
    await this.#pending;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }

  /** Complete lines, without blank ones. */
  get lines(): {
    readonly data?: { readonly text: string };
    readonly errors?: readonly { code: number }[];
  }[] {
    expect(this.#text === '' || this.#text.endsWith('\r\n')).toBe(true);
    return this.#text
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Reading['lines'][number]);
  }

  get texts(): string[] {
    return this.lines.flatMap(({ data }) => data?.text ?? []);
  }
}

/** The model of the connection. */
interface Model {
  readonly reading: Reading;
  readonly abort: AbortController;
  readonly sent: string[];
  /** Sizes of the waiting chunks. */
  readonly queue: number[];
  /** A read waits for the next chunk. */
  isWanted: boolean;
}

const step = fc.oneof(
  { weight: 10, arbitrary: fc.constant('say' as const) },
  { weight: 4, arbitrary: fc.constant('read' as const) },
  { weight: 2, arbitrary: fc.constant('tick' as const) },
  { weight: 3, arbitrary: fc.constant('connect' as const) },
  { weight: 2, arbitrary: fc.nat(8).map((turns) => ({ turns })) },
  { weight: 1, arbitrary: fc.constantFrom('abort', 'cancel', 'revoke', 'suspend') },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test('every complete line that fitted is read, the last line gives the reason, and every connection is released', async () => {
  const world = await longLines();
  const run = async (left: number, steps: readonly Step[]) => {
    const platform = createPlatform({ snapshot: withLeft(world.snapshot, left) });
    const as = caller(platform, world.credentials);
    const author = as.user('mira_holm', 'Harbour Desk');
    let token = as.credential('app', 'Northwind Reader').bearer_token;
    let remaining = left;
    let said = 0;
    let model = null as Model | null;

    const fetching = (signal: AbortSignal) =>
      platform.fetch(
        new Request(`${platform.baseUrl}/2/posts/search/stream`, {
          headers: { authorization: `Bearer ${token}` },
          signal,
        }),
      );
    const connect = async () => {
      const abort = new AbortController();
      const response = await fetching(abort.signal);
      if (model || remaining === 0) {
        const { errors } = (await response.json()) as { errors: readonly { code: number }[] };
        return expect([response.status, errors[0]!.code]).toEqual([429, model ? 88 : 185]);
      }
      expect(response.status).toBe(200);
      model = { reading: new Reading(response), abort, sent: [], queue: [], isWanted: false };
    };
    /** Aborts a call after this many turns, at whatever stage it is. */
    const connectAndAbort = async (turns: number) => {
      const abort = new AbortController();
      if (turns === 0) abort.abort();
      const answer = fetching(abort.signal).catch((error: unknown) => error);
      for (let turn = 1; turn < turns; turn++) await Promise.resolve();
      abort.abort();
      const outcome = await answer;
      if (!(outcome instanceof Response)) return expect(outcome).toMatchObject({ name: 'AbortError' });
      if (outcome.status !== 200) return;
      await expect(outcome.text()).rejects.toMatchObject({ name: 'AbortError' });
    };
    /** A chunk goes to the reader or the queue, or ends the connection. */
    const written = async (weight: number): Promise<boolean> => {
      if (!model) return false;
      if (model.isWanted) {
        model.isWanted = false;
        await model.reading.settled();
        return true;
      }
      if (model.queue.reduce((sum, each) => sum + each, weight) <= room) {
        model.queue.push(weight);
        return true;
      }
      await brokenOff(null);
      return false;
    };
    /** With the code of the last line; null for a reader that is too slow. */
    const brokenOff = async (code: number | null) => {
      if (!model) return;
      const { reading, sent } = model;
      model = null;
      await reading.toEnd();
      expect(reading.texts).toEqual(sent);
      expect(reading.lines.at(-1)?.errors?.[0]?.code).toBe(code ?? undefined);
      expect(reading.error).toBeInstanceOf(TypeError);
      if (code === null) expect(reading.error).toMatchObject({ cause: { message: tooSlow } });
    };
    const say = async () => {
      const text = textOf(++said);
      expect((await author.post('/2/posts', { text })).status).toBe(201);
      if (!(await written(world.line))) return;
      model?.sent.push(text);
      if (--remaining === 0) await brokenOff(185);
    };
    const leave = async (isAbort: boolean) => {
      if (!model) return;
      const { reading, abort, sent } = model;
      model = null;
      if (!isAbort) return reading.cancel();
      abort.abort();
      await reading.toEnd();
      expect(reading.error).toMatchObject({ name: 'AbortError' });
      expect(reading.texts).toEqual(sent.slice(0, reading.texts.length));
    };

    for (const each of steps) {
      if (each === 'say') await say();
      else if (each === 'connect') await connect();
      else if (each === 'abort' || each === 'cancel') await leave(each === 'abort');
      else if (each === 'read') {
        if (!model?.reading.ask()) continue;
        if (model.queue.shift() === undefined) model.isWanted = true;
        else await model.reading.settled();
      } else if (each === 'tick') {
        await platform.clock.advance(20_000);
        await written(blank);
      } else if (each === 'revoke') {
        const { made } = must(await platform.do('portal.regenerate', reader, 'app'));
        if (made.kind === 'app') token = made.bearer_token;
        await brokenOff(89);
      } else if (each === 'suspend') {
        must(await platform.do('portal.setSuspended', reader, true));
        must(await platform.do('portal.setSuspended', reader, false));
        await brokenOff(416);
      } else await connectAndAbort(each.turns);
    }
    await leave(true);
    await connect();
    expect((await as.bearer('Northwind Courier').get('/2/usage/posts')).json.data['project_usage']).toBe(
      cap - remaining,
    );
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(3, 1000),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      async (left, steps) => run(left, ['connect', ...steps]),
    ),
    rounds(25, 500),
  );
});
