import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { utf8 } from '../engine/index.ts';
import { askPage } from './ask-page.ts';
import type { ReceiverRan } from './contract/receiver-run.ts';
import type { FromRunner, ToRunner } from './page-link.ts';

describe('a receiver’s time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const request = { method: 'GET', url: 'https://hooks.example/in', headers: [] };
  const run = { host: 'hooks.example', code: '', request, now: 0, items: [], maxBytes: 1, jump: null };
  const ran: ReceiverRan = {
    result: { status: 200, headers: [], body: utf8('late') },
    lines: [],
    changes: [],
  };

  test('it begins when the receiver starts, and the page is told when it is over', async () => {
    const { port1, port2 } = new MessageChannel();
    const told = new Promise<ToRunner>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<ToRunner>) => resolve(data);
    });
    let page!: MessagePort;
    const asked = askPage((_, port) => (page = port), run, 3000);
    page.onmessage = ({ data }: MessageEvent<ToRunner>) => port2.postMessage(data);
    await vi.advanceTimersByTimeAsync(10_000); // a slow start
    page.postMessage({ type: 'began' } satisfies FromRunner);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await told).toEqual({ type: 'over', timeoutMs: 3000 });
    page.postMessage({ type: 'ran', ran } satisfies FromRunner);
    expect(await asked).toEqual(ran);
    page.close();
    port1.close();
  });

  test('a page that does not answer is not waited for', async () => {
    let page!: MessagePort;
    const asked = askPage((_, port) => (page = port), run, 3000);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await asked).toHaveProperty('cannot');
    page.close();
  });

  test('nor is a page that does not end it', async () => {
    let page!: MessagePort;
    const asked = askPage((_, port) => (page = port), run, 3000);
    page.postMessage({ type: 'began' } satisfies FromRunner);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await asked).toMatchObject({ result: { reason: 'timeout' } });
    page.close();
  });
});
