import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { ofPerson, ofPlayground, ofTab } from '../parts/storage.ts';
import { setAside } from './set-aside.ts';
import type { PageMemory } from './set-aside.ts';

let local: WebStorage;
let tab: WebStorage;
const address = { hash: '#/requests/getUser?path.id=5', state: { call: 3 } as unknown };

beforeEach(() => {
  [local, tab] = [new WebStorage(), new WebStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('location', {
    pathname: '/play/',
    get hash() {
      return address.hash;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return address.state;
    },
    replaceState: (state: unknown, _: string, hash: string) => Object.assign(address, { state, hash }),
  });
});
afterEach(() => vi.unstubAllGlobals());

class Desk {
  typed = 'a draft';
}

const memoryOf = (value: object): PageMemory => ({
  kept: new Map([[Desk, { generation: 4, value }]]),
  appId: 'app',
  userId: 'user',
  generation: 4,
});

it('Q3: everything of the playground is removed, wherever it was stored, and the person’s own settings stay', () => {
  ofPlayground('calls:1').write('calls');
  ofPlayground('of a view that nobody opened').write('drafts');
  ofTab('sign-in').write('tried');
  ofPerson('theme').write('dark');
  local.setItem('svc-playground:calls:1:/another/', 'of another playground');
  const goBack = setAside(memoryOf(new Desk()), true);
  expect([local.texts, tab.texts]).toEqual([
    { 'svc-playground:theme': 'dark', 'svc-playground:calls:1:/another/': 'of another playground' },
    {},
  ]);
  // The new world stores something too, which is removed with it.
  ofPlayground('limits:1').write('new');
  ofPlayground('calls:1').write('new');
  ofPerson('theme').write('light');
  goBack();
  expect(local.texts).toEqual({
    'svc-playground:theme': 'light',
    'svc-playground:calls:1:/another/': 'of another playground',
    'svc-playground:calls:1:/play/': 'calls',
    'svc-playground:of a view that nobody opened:/play/': 'drafts',
  });
  expect(tab.texts).toEqual({ 'svc-playground:sign-in:/play/': 'tried' });
});

it('Q3: memory and address are set aside together, and come back unchanged, for the next world', () => {
  const desk = new Desk();
  const memory = memoryOf(desk);
  const before = { ...address };
  const goBack = setAside(memory, true);
  expect([memory.kept.size, memory.appId, memory.userId]).toEqual([0, '', '']);
  expect(address).toEqual({ hash: '#/requests', state: null });
  Object.assign(memory, { generation: 5, kept: new Map([[Desk, { generation: 5, value: new Desk() }]]) });
  goBack();
  expect(memory).toMatchObject({ appId: 'app', userId: 'user' });
  expect(memory.kept.get(Desk)).toEqual({ generation: 6, value: desk });
  expect(memory.kept.get(Desk)?.value).toBe(desk);
  expect(address).toEqual(before);
});

it('Q3: in other tabs, storage that all tabs share is left to the tab that resets', () => {
  ofPlayground('calls:1').write('calls');
  ofTab('sign-in').write('tried');
  const goBack = setAside(memoryOf(new Desk()), false);
  expect([local.length, tab.length]).toEqual([1, 0]);
  goBack();
  expect([local.length, tab.length]).toEqual([1, 1]);
});

it('Q3: running work is suspended, and resumes when it is restored', () => {
  const order: string[] = [];
  const run = (name: string) => ({
    interrupt() {
      order.push(`${name} ends`);
      return () => void order.push(`${name} goes on`);
    },
  });
  const memory = memoryOf(run('old'));
  const goBack = setAside(memory, true);
  memory.kept.set(Desk, { generation: 5, value: run('new') });
  goBack();
  expect(order).toEqual(['old ends', 'new ends', 'old goes on']);
});

it('Q3: if storage is denied, only memory is set aside and restored', () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  const memory = memoryOf(new Desk());
  setAside(memory, true)();
  expect(memory.kept.size).toBe(1);
});
