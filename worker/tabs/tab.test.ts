import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoint, stream } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import type {
  Credential,
  Exchange,
  Family,
  HttpRequest,
  CommandAnswer,
  Snapshot,
  StreamSink,
} from '../../engine/inside.ts';
import { families, header, isClosed, isResponse, text, utf8 } from '../../engine/inside.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { string } from '../../engine/spec/fields.ts';
import { unlisted } from '../../engine/spec/limits.ts';
import type { Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { LogRecord } from '../persistence/layout.ts';
import { heldReason } from '../persistence/fallback.ts';
import { Storage } from '../persistence/storage.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { valueOf } from '../contract/reply.ts';
import { exportingOf, sentOf } from '../page/bodies.ts';
import type { JustSent } from '../contract/sent.ts';
import { Heartbeat } from './heartbeat.ts';
import { PendingCalls } from './pending-calls.ts';
import { pack } from './pieces.ts';
import { Tab } from './tab.ts';
import { protocol } from './tab-protocol.ts';
import type { ExportHead } from '../contract/transfer.ts';
import type { ClockState, Greeting } from '../contract/world.ts';
import { answers, Channel } from '../../tests/support/answers-lost.ts';
import { LocksForNode } from '../../tests/support/locks.ts';
import { eventually } from '../../tests/support/eventually.ts';

let locks: LocksForNode;
let name = '';
let serial = 0;

beforeEach(() => {
  locks = new LocksForNode();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('BroadcastChannel', Channel);
  answers.getLost = false;
  name = `svc-playground:/leader-${++serial}/`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

class Page {
  readonly events: PlaygroundEvent[] = [];
  readonly tab: Tab;

  constructor(of: readonly Family[] = families) {
    this.tab = new Tab(
      name,
      { families: of },
      (event) => void this.events.push(event),
      () => {},
    );
  }

  async call(method: Method, ...args: unknown[]): Promise<unknown> {
    return valueOf(await this.tab.call(method, args));
  }

  async greet(): Promise<Greeting> {
    return (await this.call('greet')) as Greeting;
  }

  async send(request: HttpRequest): Promise<JustSent> {
    const { stream, ...reply } = await this.tab.call('send', [request]);
    return sentOf(valueOf(reply) as Exchange, stream);
  }
}

const openTab = async (of?: readonly Family[]): Promise<Page> => {
  const tab = new Page(of);
  await tab.tab.ready();
  return tab;
};

const bearerOf = (vault: readonly Credential[]): string => {
  const app = vault.find((each) => each.kind === 'app');
  if (app?.kind !== 'app') throw new Error('the starter has no bearer token');
  return app.bearer_token;
};

const getUsers = (greeting: Greeting, id?: string): HttpRequest => ({
  ...(id === undefined ? {} : { id }),
  method: 'GET',
  url: `${greeting.baseUrl}/2/users/by/username/nobody`,
  headers: [['Authorization', `Bearer ${bearerOf(greeting.world.vault)}`]],
});

const appsNamed = ({ events }: Page, wanted: string) => {
  const world = events.findLast((event) => event.type === 'world')?.world;
  return world?.apps.filter(({ name }) => name === wanted) ?? [];
};

const noticeOf = ({ sequence, endpointId, outcome }: Exchange): PlaygroundEvent => ({
  type: 'exchange',
  sequence,
  endpointId,
  status: isClosed(outcome) ? null : outcome.status,
});

/** The tables in a record of the log. */
const tablesIn = (record: unknown): string[] => [...((record as Partial<LogRecord>).changes?.keys() ?? [])];

/** The difference from real time, which has to be frozen because the two clocks are read one after the other. */
function expectMovedOn(before: ClockState, after: ClockState, ms: number): void {
  const offset = ({ platformNow, realNow }: ClockState) => platformNow - realNow;
  expect(offset(after) - offset(before)).toBe(ms);
}

describe('one tab', () => {
  test('starts the scenario, says that it is saved, and answers', async () => {
    const tab = await openTab();
    const greeting = await tab.greet();
    expect(greeting.storage).toEqual({ kind: 'saved', reason: null, engine: 'this tab' });
    expect(greeting.world.vault.length).toBeGreaterThan(0);
    const { outcome, exchange } = await tab.send(getUsers(greeting, 'first'));
    expect(isClosed(outcome)).toBe(false);
    expect(exchange.request.id).toBe('first');
    expect(tab.events).toContainEqual(noticeOf(exchange));
    tab.tab.leave();
  });

  test('errors keep their kind', async () => {
    const tab = await openTab();
    await expect(tab.call('advance', -1)).rejects.toThrow(RangeError);
    await expect(tab.call('constructor' as Method)).rejects.toThrow(TypeError);
    tab.tab.leave();
  });

  test('changes of the clock and the world cause events', async () => {
    const tab = await openTab();
    const { world } = await tab.greet();
    const clock = (await tab.call('freeze')) as ClockState;
    expect(clock.frozen).toBe(true);
    expect(tab.events).toContainEqual({ type: 'clock', clock });
    await tab.call('do', 'portal.setPlan', [world.projects[0]!.id, 'enterprise']);
    await eventually(() => expect(tab.events.some(({ type }) => type === 'world')).toBe(true));
    tab.tab.leave();
  });

  test('a reset starts again, also on disk, and says so', async () => {
    const tab = await openTab();
    const { world } = await tab.greet();
    await tab.call('keep', { ...world.vault[0]!, id: 'mine' });
    expect((await tab.greet()).world.vault.map(({ id }) => id)).toContain('mine');
    await tab.call('reset', 'starter');
    expect(tab.events).toContainEqual({ type: 'restarted', by: 'reset' });
    expect((await tab.greet()).world.vault).toEqual(world.vault);
    tab.tab.leave();
    const next = await openTab();
    expect((await next.greet()).world.vault).toEqual(world.vault);
    next.tab.leave();
  });

  test('lagging changes are kept by themselves', async () => {
    const tab = await openTab();
    const greeting = await tab.greet();
    const added = vi.spyOn(IDBObjectStore.prototype, 'add');
    const { exchange } = await tab.send(getUsers(greeting));
    const written = () => added.mock.calls.some(([record]) => tablesIn(record).includes('exchanges'));
    await eventually(() => expect(written()).toBe(true));
    added.mockRestore();
    tab.tab.leave();
    const next = await openTab();
    expect(await next.call('exchanges')).toMatchObject([exchange]);
    next.tab.leave();
  });
});

describe('two tabs', () => {
  test('the second uses the engine of the first and gets its events', async () => {
    const first = await openTab();
    const second = await openTab();
    const greeting = await second.greet();
    expect(greeting.storage.engine).toBe('another tab');
    const { exchange } = await first.send(getUsers(greeting));
    await eventually(() => expect(second.events).toContainEqual(noticeOf(exchange)));
    await expect(second.call('advance', -1)).rejects.toThrow(RangeError);
    second.tab.leave();
    first.tab.leave();
  });

  test('long bodies cross in pieces', async () => {
    const first = await openTab();
    const second = await openTab();
    const greeting = await second.greet();
    const body = utf8(JSON.stringify({ text: 'x'.repeat(1_000_000) }));
    const request: HttpRequest = {
      method: 'POST',
      url: `${greeting.baseUrl}/2/posts`,
      headers: [['Content-Type', 'application/json']],
      body,
    };
    const { exchange, outcome } = await second.send(request);
    expect(text(exchange.request.body!)).toBe(text(body));
    if (!isResponse(outcome)) throw new Error(`No response: ${outcome.kind}`);
    expect(header(outcome.headers, 'content-type')).toContain('json');
    second.tab.leave();
    first.tab.leave();
  });

  test('an export comes from the engine of another tab, and a file is sent there', async () => {
    const first = await openTab();
    const second = await openTab();
    const apps = (await first.greet()).world.apps.length;
    const { stream, ...reply } = await second.tab.call('exportFile', [
      { token: 'out', packed: true, files: false },
    ]);
    const { body } = await exportingOf(valueOf(reply) as ExportHead, stream);
    const file = await new Response(body).blob();
    await second.call('do', 'portal.createProject', ['After', 'free']);
    expect(await second.call('inspectFile', file, 'in')).toMatchObject({ file: { apps } });
    await second.call('importFile', file, 'in');
    const projects = async (page: Page) => (await page.greet()).world.projects.map(({ name }) => name);
    expect(await projects(first)).not.toContain('After');
    expect(await projects(second)).toEqual(await projects(first));
    second.tab.leave();
    first.tab.leave();
  });

  test('when the leader closes, the other takes over and repeats unanswered calls', async () => {
    const first = await openTab();
    const second = await openTab();
    const greeting = await second.greet();
    const calls = Array.from({ length: 20 }, (_, at) => second.send(getUsers(greeting, `call-${at}`)));
    first.tab.leave();
    const sent = await Promise.all(calls);
    expect(sent.map(({ exchange }) => exchange.request.id)).toEqual(calls.map((_, at) => `call-${at}`));
    expect((await second.greet()).storage.engine).toBe('this tab');
    expect(second.events).toContainEqual({ type: 'restarted' });
    second.tab.leave();
  });

  test('a leader that dies between keeping the new time and answering has moved the clock, once', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const first = await openTab();
    const second = await openTab();
    const { clock: before } = await second.greet();
    answers.getLost = true;
    const advanced = second.call('advance', 3_600_000);
    await eventually(() => expect(second.events.some(({ type }) => type === 'clock')).toBe(true));
    first.tab.leave();
    expectMovedOn(before, (await advanced) as ClockState, 3_600_000);
    expectMovedOn(before, (await second.greet()).clock, 3_600_000);
    // A jump with another id is a new one.
    expectMovedOn(before, (await second.call('advance', 3_600_000)) as ClockState, 7_200_000);
    second.tab.leave();
  });

  test('a leader that dies between creating an App and answering has created it once, and its keys are shown', async () => {
    const first = await openTab();
    const second = await openTab();
    answers.getLost = true;
    const made = second.call('do', 'portal.createApp', ['Made once', null]);
    await eventually(() => expect(appsNamed(second, 'Made once')).toHaveLength(1));
    first.tab.leave();
    answers.getLost = false;
    const answer = (await made) as CommandAnswer<'portal.createApp'>;
    if (!answer.ok) throw new Error(answer.reason);
    const { world } = await second.greet();
    expect(world.apps.filter(({ name }) => name === 'Made once').map(({ id }) => id)).toEqual([
      answer.made.id,
    ]);
    const keys = answer.shown!.find((each) => each.kind === 'basic')!;
    const hint = (await second.call('ask', 'portal.apiKeyHint', [answer.made.id])) as string;
    expect(keys.consumer_key.startsWith(hint.slice(0, 4))).toBe(true);
    // The answer has arrived, so the keys in it are no longer kept.
    await eventually(async () => {
      const { tables } = (await second.call('exportSnapshot')) as Snapshot;
      expect(tables['portal_answers']).toEqual([]);
    });
    second.tab.leave();
  });

  test('an answer that another tab has received is no longer kept', async () => {
    const first = await openTab();
    const second = await openTab();
    await second.call('do', 'portal.createApp', ['Received', null]);
    await eventually(async () => {
      const { tables } = (await first.call('exportSnapshot')) as Snapshot;
      expect(tables['portal_answers']).toEqual([]);
    });
    second.tab.leave();
    first.tab.leave();
  });

  test('a leader that dies between a reset and its answer has reset once: later changes stay', async () => {
    const first = await openTab();
    const second = await openTab();
    answers.getLost = true;
    const reset = second.call('reset', 'starter');
    await eventually(() => expect(second.events).toContainEqual({ type: 'restarted', by: 'reset' }));
    await first.call('do', 'portal.createProject', ['Made after the reset', 'free']);
    first.tab.leave();
    answers.getLost = false;
    await reset;
    const { world } = await second.greet();
    expect(world.projects.map(({ name }) => name)).toContain('Made after the reset');
    second.tab.leave();
  });

  test('a leader that dies between an import and its answer has imported once; if it dies before, the import is repeated', async () => {
    const first = await openTab();
    const second = await openTab();
    const { stream, ...reply } = await second.tab.call('exportFile', [
      { token: 'out', packed: false, files: false },
    ]);
    const { body } = await exportingOf(valueOf(reply) as ExportHead, stream);
    const file = await new Response(body).blob();
    answers.getLost = true;
    const imported = second.call('importFile', file, 'in');
    await eventually(() => expect(second.events).toContainEqual({ type: 'restarted', by: 'import' }));
    await first.call('do', 'portal.createProject', ['Made after the import', 'free']);
    first.tab.leave();
    answers.getLost = false;
    await imported;
    const projects = async (page: Page) => (await page.greet()).world.projects.map(({ name }) => name);
    expect(await projects(second)).toContain('Made after the import');
    const third = await openTab();
    const again = third.call('importFile', file, 'again');
    second.tab.leave();
    await again;
    expect(await projects(third)).not.toContain('Made after the import');
    third.tab.leave();
  });

  test('an answer of a tab that does not run the engine is not taken', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const other = new BroadcastChannel(name);
    let forged = 0;
    other.onmessage = ({ data }: MessageEvent<{ type: string; id: string; from: string }>) => {
      if (data.type !== 'call') return;
      const { id, from: to } = data;
      answers.getLost = false;
      other.postMessage({
        ...{ protocol, from: 'x', type: 'answer', to, id },
        reply: pack({ ok: true, value: 'forged' }, () => 'none').packed,
      });
      answers.getLost = true;
      forged++;
    };
    answers.getLost = true;
    const asked = second.call('exchanges');
    await eventually(() => expect(forged).toBeGreaterThan(0));
    other.onmessage = null;
    await new Promise((resolve) => setTimeout(resolve, 50));
    answers.getLost = false;
    first.tab.leave();
    expect(await asked).not.toBe('forged');
    other.close();
    second.tab.leave();
  });

  test('a jump of the clock shows that the engine is at work: a call may take two minutes from there', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const { clock } = await first.greet();
    const now = performance.now.bind(performance);
    const later = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
    const looked = vi.spyOn(PendingCalls.prototype, 'expire');
    let leader = '';
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<{ type: string; from: string }>) => {
      if (data.type === 'alive') leader = data.from;
    };
    answers.getLost = true;
    const asked = second.greet();
    await eventually(() => expect(leader).not.toBe(''));
    later(60_000);
    const jump: PlaygroundEvent = { type: 'jump', from: 0, until: 1, callsUntil: null, clock, end: null };
    channel.postMessage({
      ...{ protocol, from: leader, type: 'event' },
      event: pack(jump, () => 'none').packed,
    });
    await eventually(() => expect(second.events.some(({ type }) => type === 'jump')).toBe(true));
    later(130_000);
    const before = looked.mock.calls.length;
    await eventually(() => expect(looked.mock.calls.length).toBeGreaterThan(before));
    answers.getLost = false;
    channel.close();
    first.tab.leave();
    expect((await asked).storage.engine).toBe('this tab');
    second.tab.leave();
  });

  test('a leader that says again that it is there is heard', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const heard = vi.spyOn(Heartbeat.prototype, 'heard');
    const other = new BroadcastChannel(name);
    other.postMessage({ protocol, from: 'x', type: 'ping' });
    await eventually(() => expect(heard).toHaveBeenCalled());
    other.close();
    first.tab.leave();
    second.tab.leave();
  });

  test('a leader whose lock is stolen becomes a client', async () => {
    const first = await openTab();
    const second = await openTab();
    second.tab.takeOver();
    await eventually(async () => {
      expect((await second.greet()).storage.engine).toBe('this tab');
      expect((await first.greet()).storage.engine).toBe('another tab');
    });
    expect(first.events).toContainEqual({ type: 'restarted' });
    first.tab.leave();
    second.tab.leave();
  });
});

describe('a storage that a closed tab still holds', () => {
  test('is waited for: calls are refused with the reason, and everything continues when it is free', async () => {
    const first = await openTab();
    const second = await openTab();
    const { world } = await second.greet();
    await first.call('do', 'portal.createProject', ['Made before', 'free']);
    const letGo = await clingTo(name);
    saySoonWhatWaits();
    first.tab.leave();
    const asked = second.call('greet');
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError', message: heldReason });
    expect(second.events.at(-1)).toEqual({
      type: 'storage',
      storage: { kind: 'held', reason: heldReason, engine: 'this tab' },
    });
    await expect(second.call('greet')).rejects.toThrow(heldReason);
    expect(second.events).not.toContainEqual({ type: 'restarted' });

    letGo();
    await eventually(() => expect(second.events).toContainEqual({ type: 'restarted' }));
    const after = await second.greet();
    expect(after.storage).toEqual({ kind: 'saved', reason: null, engine: 'this tab' });
    expect(after.world.projects).toHaveLength(world.projects.length + 1);
    second.tab.leave();
  });

  test('a page that opens meanwhile learns why it does not start, and starts afterwards', async () => {
    (await openTab()).tab.leave();
    const letGo = await clingTo(name);
    const asUsual = saySoonWhatWaits();
    const page = new Page();
    await expect(page.tab.ready()).rejects.toThrow(heldReason);
    page.tab.leave(); // as a page does when its engine did not start
    // The next one may take its time: a slow machine needs more than the 100 ms to open a storage.
    asUsual();
    letGo();
    const again = await openTab();
    expect((await again.greet()).storage.kind).toBe('saved');
    again.tab.leave();
  });
});

/** A write transaction that is never ended, like that of a tab whose process still lives. Gives a function that ends it. */
async function clingTo(database: string): Promise<() => void> {
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(database);
    opening.onsuccess = () => resolve(opening.result);
  });
  const store = opened.transaction(['epochs', 'log'], 'readwrite').objectStore('epochs');
  let holds = true;
  const goOn = () => {
    if (holds) store.count().onsuccess = goOn;
    else opened.close();
  };
  goOn();
  return () => (holds = false);
}

/** Ends the quarter of a minute before the report at once. Gives a function that stops that. */
function saySoonWhatWaits(): () => void {
  const real = setTimeout;
  const sooner = (act: () => void, ms?: number) => real(act, ms === 15_000 ? 100 : ms);
  vi.stubGlobal('setTimeout', sooner);
  return () => void vi.stubGlobal('setTimeout', real);
}

describe('streams between tabs', () => {
  const words = new TextDecoder();
  /** Sinks that are open, and how many were cancelled. */
  let sinks: StreamSink[] = [];
  let cancelled = 0;
  const streaming = familyOf('test', 'A stream', [
    endpoint({
      api: v2,
      id: 'testStream',
      method: 'GET',
      path: '/2/test/stream',
      section: '4',
      summary: 'A stream',
      auth: ['app'],
      limits: unlisted('1000 A'),
      choices: [],
      refuses: [],
      example: {},
      answers: { 200: stream(string()) },
      handle: () => ({
        status: 200,
        body: (sink: StreamSink) => {
          sinks.push(sink);
          return () => {
            cancelled++;
          };
        },
      }),
    }),
  ]);
  beforeEach(() => {
    sinks = [];
    cancelled = 0;
  });

  const twoTabs = async () => {
    const all = [...families, streaming];
    return { first: await openTab(all), second: await openTab(all) };
  };

  async function openStream(page: Page): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const { baseUrl, world } = await page.greet();
    const headers = [['Authorization', `Bearer ${bearerOf(world.vault)}`]] as const;
    const { outcome } = await page.send({ method: 'GET', url: `${baseUrl}/2/test/stream`, headers });
    if (outcome.kind !== 'stream') throw new Error(`No stream: ${outcome.kind}`);
    return outcome.body.getReader();
  }
  const next = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
    words.decode((await reader.read()).value);

  test('what the engine writes is read in its own tab and in another, up to the end', async () => {
    const { first, second } = await twoTabs();
    const readers = [await openStream(first), await openStream(second)];
    for (const sink of sinks) {
      sink.write(utf8('one'));
      sink.write(utf8('two'));
      sink.end();
    }
    for (const reader of readers) {
      expect([await next(reader), await next(reader)]).toEqual(['one', 'two']);
      expect((await reader.read()).done).toBe(true);
    }
    second.tab.leave();
    first.tab.leave();
  });

  test('a page that cancels reaches the engine, also from another tab', async () => {
    const { first, second } = await twoTabs();
    for (const page of [first, second]) await (await openStream(page)).cancel();
    await eventually(() => expect(cancelled).toBe(2));
    second.tab.leave();
    first.tab.leave();
  });

  test('a tab that leaves gets nothing more of the streams that it was reading', async () => {
    const { first, second } = await twoTabs();
    await openStream(second);
    await openStream(second);
    const kept = await openStream(first);
    second.tab.leave();
    await eventually(() => expect(cancelled).toBe(2));
    sinks[2]!.write(utf8('still here'));
    expect(await next(kept)).toBe('still here');
    first.tab.leave();
  });

  test('when the leader goes, the stream ends with the reason, and can be opened again', async () => {
    const { first, second } = await twoTabs();
    const reader = await openStream(second);
    sinks[0]!.write(utf8('before'));
    expect(await next(reader)).toBe('before');
    first.tab.leave();
    await expect(reader.read()).rejects.toThrow('It can be opened again');
    const again = await openStream(second);
    sinks[1]!.write(utf8('after'));
    expect(await next(again)).toBe('after');
    second.tab.leave();
  });

  test('a leader whose lock is stolen ends its streams, also those of its own page', async () => {
    const { first, second } = await twoTabs();
    const readers = [await openStream(first), await openStream(second)];
    second.tab.takeOver();
    for (const reader of readers) await expect(reader.read()).rejects.toThrow('It can be opened again');
    await eventually(() => expect(cancelled).toBe(2));
    first.tab.leave();
    second.tab.leave();
  });

  test('another page of the origin cannot write into a stream over the channel', async () => {
    const { first, second } = await twoTabs();
    const heard = new BroadcastChannel(name);
    const calls: { id: string; to: string; from: string }[] = [];
    heard.onmessage = ({ data }: MessageEvent<{ type: string; id: string; to: string; from: string }>) => {
      if (data.type === 'answer') calls.push(data);
    };
    const reader = await openStream(second);
    await eventually(() => expect(calls.length).toBeGreaterThan(1));
    const { id, to } = calls.at(-1)!;
    const part = { type: 'chunk', bytes: utf8('forged') };
    heard.postMessage({ protocol: 2, from: 'x', type: 'down', to, id, part });
    sinks[0]!.write(utf8('true'));
    expect(await next(reader)).toBe('true');
    heard.close();
    second.tab.leave();
    first.tab.leave();
  });
});

describe('what an engine cannot work with', () => {
  test('a tab of another release that runs the engine: calls say so until it has closed', async () => {
    const foreign = new BroadcastChannel(name);
    const leave = await holdLock();
    foreign.onmessage = () =>
      foreign.postMessage({ protocol: 99, from: 'x', type: 'alive', in: 'another way' });
    const tab = new Page();
    await expect(tab.tab.ready()).rejects.toMatchObject({ name: 'OneTabOnly' });
    foreign.close();
    leave();
    await eventually(async () => expect((await tab.greet()).storage.engine).toBe('this tab'));
    tab.tab.leave();
  });

  test('rows that the engine refuses are left alone, and the starter runs in memory', async () => {
    const options = {
      name,
      shape: { users: { key: 'id' } },
      schemaVersion: 1,
      changed: () => {},
      fenced: () => {},
    };
    const storage = await Storage.open(options);
    const snapshot = { format: 'svc-playground', version: 1, tables: { users: [{ id: '1' }] } } as const;
    await storage.replace({ snapshot: inBlocks(snapshot), vault: [] });
    await storage.close();
    const tab = await openTab();
    const { storage: state, world } = await tab.greet();
    expect(state.kind).toBe('memory');
    expect(state.reason).toContain('could not be read');
    expect(world.vault.length).toBeGreaterThan(0);
    tab.tab.leave();
    const again = await Storage.open(options);
    expect(whole(again.take()!.snapshot)).toEqual(snapshot);
    await again.close();
  });
});

/** Holds the lock like an unknown tab. */
const holdLock = (): Promise<() => void> =>
  new Promise((held) => {
    void locks.request(name, {}, () => new Promise((leave) => held(leave)));
  });

/** A browser that denies storage to a site denies it locks as well. */
const deniedError = () => new DOMException('Access is denied', 'SecurityError');
const denied = { request: () => Promise.reject(deniedError()) };

describe.each([
  ['without Web Locks', {}, expect.stringContaining('plain http')],
  ['with Web Locks that are denied', { locks: denied }, expect.stringContaining('denies')],
])('%s', (_, navigator, because: unknown) => {
  test('one tab works, the second says why it does not', async () => {
    vi.stubGlobal('navigator', navigator);
    const first = await openTab();
    const second = new Page();
    await expect(second.tab.ready()).rejects.toMatchObject({ name: 'OneTabOnly' });
    await expect(second.call('greet')).rejects.toMatchObject({ name: 'OneTabOnly', message: because });
    expect((await first.greet()).storage.engine).toBe('this tab');
    first.tab.leave();
    second.tab.leave();
  });
});

test('a tab that receives a leader’s message before its locks are denied says why it does not work', async () => {
  vi.stubGlobal('navigator', { locks: denied });
  const first = await openTab();
  let deny = () => {};
  const undecided = new Promise<never>((_, reject) => (deny = () => reject(deniedError())));
  vi.stubGlobal('navigator', { locks: { request: () => undecided } });
  const listener = new BroadcastChannel(name);
  const answered = new Promise<void>((heard) => {
    listener.onmessage = ({ data }: MessageEvent<{ type: string }>) => data.type === 'alive' && heard();
  });
  const second = new Page();
  await answered;
  listener.close();
  await new Promise((turn) => setImmediate(turn));
  deny();
  await expect(second.tab.ready()).rejects.toMatchObject({ name: 'OneTabOnly' });
  first.tab.leave();
  second.tab.leave();
});

test('of two tabs without locks and storage that learn of each other late, the first goes on', async () => {
  vi.stubGlobal('navigator', { locks: denied });
  vi.stubGlobal('indexedDB', undefined);
  let late: (() => void)[] | null = null;
  class LateChannel extends Channel {
    override postMessage(frame: { type: string }): void {
      if (late && frame.type === 'alive') late.push(() => super.postMessage(frame));
      else super.postMessage(frame);
    }
  }
  vi.stubGlobal('BroadcastChannel', LateChannel);
  const first = await openTab();
  late = [];
  const second = await openTab();
  expect((await second.greet()).storage.kind).toBe('memory');
  for (const post of late.splice(0).toReversed()) post();
  late = null;
  await eventually(() => expect(second.call('greet')).rejects.toMatchObject({ name: 'OneTabOnly' }));
  expect((await first.greet()).storage.engine).toBe('this tab');
  first.tab.leave();
  second.tab.leave();
});

test('where channels are denied as well, each tab works by itself', async () => {
  vi.stubGlobal('navigator', { locks: denied });
  vi.stubGlobal('BroadcastChannel', function () {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  for (const page of [await openTab(), await openTab()]) {
    expect((await page.greet()).storage.engine).toBe('this tab');
    page.tab.leave();
  }
});
