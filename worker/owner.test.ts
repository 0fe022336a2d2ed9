import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Credential, HttpRequest } from '../engine/index.ts';
import { header, isClosed, isResponse, text, utf8 } from '../engine/index.ts';
import type { ClockState, Greeting, PlaygroundEvent, Sent } from './api.ts';
import type { Method } from './frames.ts';
import { Session } from './owner.ts';

import { Storage } from './persistence/storage.ts';
import { valueOf } from './reply.ts';
import { LocksForNode } from '../tests/support/locks.ts';

let locks: LocksForNode;
let name = '';
let serial = 0;
/** Whether answers, unlike all else, no longer leave a tab for another. */
let answersGetLost = false;

class Channel extends BroadcastChannel {
  override postMessage(frame: { type: string }): void {
    if (!answersGetLost || frame.type !== 'answer') super.postMessage(frame);
  }
}

beforeEach(() => {
  locks = new LocksForNode();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('BroadcastChannel', Channel);
  answersGetLost = false;
  name = `svc-playground:/owner-${++serial}/`;
});
afterEach(() => void vi.unstubAllGlobals());

class Tab {
  readonly events: PlaygroundEvent[] = [];
  readonly session = new Session(name, (event) => void this.events.push(event));

  async call(method: Method, ...args: unknown[]): Promise<unknown> {
    return valueOf(await this.session.call(method, args));
  }

  async greet(): Promise<Greeting> {
    return (await this.call('greet')) as Greeting;
  }

  async send(request: HttpRequest): Promise<Sent> {
    return (await this.call('send', request)) as Sent;
  }
}

const openTab = async (): Promise<Tab> => {
  const tab = new Tab();
  await tab.session.ready();
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

/** By this much against real time, but for the moments between reading one clock and the other. */
function expectMovedOn(before: ClockState, after: ClockState, ms: number): void {
  const offset = ({ platformNow, realNow }: ClockState) => platformNow - realNow;
  expect(Math.abs(offset(after) - offset(before) - ms)).toBeLessThan(1000);
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
    expect(tab.events).toContainEqual({ type: 'exchange', exchange });
    tab.session.leave();
  });

  test('errors keep their kind', async () => {
    const tab = await openTab();
    await expect(tab.call('advance', -1)).rejects.toThrow(RangeError);
    await expect(tab.call('constructor' as Method)).rejects.toThrow(TypeError);
    tab.session.leave();
  });

  test('the clock and the world are told when they change', async () => {
    const tab = await openTab();
    const { world } = await tab.greet();
    const clock = (await tab.call('freeze')) as ClockState;
    expect(clock.frozen).toBe(true);
    expect(tab.events).toContainEqual({ type: 'clock', clock });
    await tab.call('setPlan', world.projects[0]!.id, 'enterprise');
    await vi.waitFor(() => expect(tab.events.some(({ type }) => type === 'world')).toBe(true));
    tab.session.leave();
  });

  test('a reset starts again, also on disk, and says so', async () => {
    const tab = await openTab();
    const { world } = await tab.greet();
    await tab.call('keep', { ...world.vault[0]!, id: 'mine' });
    expect((await tab.greet()).world.vault.map(({ id }) => id)).toContain('mine');
    await tab.call('reset', 'starter');
    expect(tab.events).toContainEqual({ type: 'restarted' });
    expect((await tab.greet()).world.vault).toEqual(world.vault);
    tab.session.leave();
    const next = await openTab();
    expect((await next.greet()).world.vault).toEqual(world.vault);
    next.session.leave();
  });

  test('what lags is kept within 250 ms', async () => {
    const tab = await openTab();
    const greeting = await tab.greet();
    const { exchange } = await tab.send(getUsers(greeting));
    await new Promise((resolve) => setTimeout(resolve, 300));
    tab.session.leave();
    const next = await openTab();
    expect(await next.call('exchanges')).toMatchObject([exchange]);
    next.session.leave();
  });
});

describe('two tabs', () => {
  test('the second uses the engine of the first and hears what happens', async () => {
    const first = await openTab();
    const second = await openTab();
    const greeting = await second.greet();
    expect(greeting.storage.engine).toBe('another tab');
    const { exchange } = await first.send(getUsers(greeting));
    await vi.waitFor(() => expect(second.events).toContainEqual({ type: 'exchange', exchange }));
    await expect(second.call('advance', -1)).rejects.toThrow(RangeError);
    second.session.leave();
    first.session.leave();
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
    second.session.leave();
    first.session.leave();
  });

  test('when the owner closes, the other takes over and repeats what was not answered', async () => {
    const first = await openTab();
    const second = await openTab();
    const greeting = await second.greet();
    const calls = Array.from({ length: 20 }, (_, at) => second.send(getUsers(greeting, `call-${at}`)));
    first.session.leave();
    const sent = await Promise.all(calls);
    expect(sent.map(({ exchange }) => exchange.request.id)).toEqual(calls.map((_, at) => `call-${at}`));
    expect((await second.greet()).storage.engine).toBe('this tab');
    expect(second.events).toContainEqual({ type: 'restarted' });
    second.session.leave();
  });

  test('an owner that dies between keeping the new time and answering has moved the clock, once', async () => {
    const first = await openTab();
    const second = await openTab();
    const { clock: before } = await second.greet();
    answersGetLost = true;
    const advanced = second.call('advance', 3_600_000);
    await vi.waitFor(() => expect(second.events.some(({ type }) => type === 'clock')).toBe(true));
    first.session.leave();
    expectMovedOn(before, (await advanced) as ClockState, 3_600_000);
    expectMovedOn(before, (await second.greet()).clock, 3_600_000);
    // Another jump is another.
    expectMovedOn(before, (await second.call('advance', 3_600_000)) as ClockState, 7_200_000);
    second.session.leave();
  });

  test('an owner whose lock is stolen becomes a client', async () => {
    const first = await openTab();
    const second = await openTab();
    second.session.takeOver();
    await vi.waitFor(async () => {
      expect((await second.greet()).storage.engine).toBe('this tab');
      expect((await first.greet()).storage.engine).toBe('another tab');
    });
    expect(first.events).toContainEqual({ type: 'restarted' });
    first.session.leave();
    second.session.leave();
  });
});

describe('what an engine cannot work with', () => {
  test('a tab of another release that runs the engine: calls say so, until it has gone', async () => {
    const foreign = new BroadcastChannel(name);
    const leave = await holdLock();
    foreign.onmessage = () =>
      foreign.postMessage({ protocol: 99, from: 'x', type: 'alive', in: 'another way' });
    const tab = new Tab();
    await expect(tab.session.ready()).rejects.toMatchObject({ name: 'OneTabOnly' });
    foreign.close();
    leave();
    await vi.waitFor(async () => expect((await tab.greet()).storage.engine).toBe('this tab'));
    tab.session.leave();
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
    await storage.replace({ snapshot, vault: [] });
    await storage.close();
    const tab = await openTab();
    const { storage: state, world } = await tab.greet();
    expect(state.kind).toBe('memory');
    expect(state.reason).toContain('could not be read');
    expect(world.vault.length).toBeGreaterThan(0);
    tab.session.leave();
    const again = await Storage.open(options);
    expect(again.stored?.snapshot).toEqual(snapshot);
    await again.close();
  });
});

/** Holds the lock as a tab that we know nothing of. */
const holdLock = (): Promise<() => void> =>
  new Promise((held) => {
    void locks.request(name, {}, () => new Promise((leave) => held(leave)));
  });

/** A browser that denies storage to a site denies it locks as well. */
const denied = { request: () => Promise.reject(new DOMException('Access is denied', 'SecurityError')) };

describe.each([
  ['without Web Locks', {}, expect.stringContaining('plain http')],
  ['with Web Locks that are denied', { locks: denied }, expect.stringContaining('denies')],
])('%s', (_, navigator, because: unknown) => {
  test('one tab works, the second says why it does not', async () => {
    vi.stubGlobal('navigator', navigator);
    const first = await openTab();
    const second = new Tab();
    await expect(second.session.ready()).rejects.toMatchObject({ name: 'OneTabOnly' });
    await expect(second.call('greet')).rejects.toMatchObject({ name: 'OneTabOnly', message: because });
    expect((await first.greet()).storage.engine).toBe('this tab');
    first.session.leave();
    second.session.leave();
  });
});
