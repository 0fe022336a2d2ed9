import { describe, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { Log, mostBytes, toRow } from './log.ts';

const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  sequence,
  at: sequence,
  durationMs: 0,
  direction: 'in',
  endpointId: null,
  appId: null,
  userId: null,
  request: { method: 'GET', url: 'https://api.svc.example/', headers: [] },
  outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array() },
  trace: [],
  windows: [],
  ...more,
});
const heavy = (sequence: number, bytes: number) =>
  exchange(sequence, {
    outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array(bytes) },
  });
const sequences = (log: Log) => log.list().map(({ sequence }) => sequence);

describe('the log', () => {
  test('keeps the newest exchanges, at most its size, and says which it removed', () => {
    const log = new Log([], 3, true);
    for (let each = 1; each <= 5; each++) log.add(exchange(log.nextSequence()));
    expect(sequences(log)).toEqual([3, 4, 5]);
    const { put, removed } = log.takeDeferred();
    expect([put.map(({ id }) => id), removed.sort()]).toEqual([
      ['3', '4', '5'],
      ['1', '2'],
    ]);
    expect(log.takeDeferred()).toEqual({ put: [], removed: [] });
  });

  test('keeps at most 32 MB of bodies, and the newest exchange of any size', () => {
    const log = new Log([], 500, false);
    const mib = 1024 * 1024;
    for (let each = 1; each <= 5; each++) log.add(heavy(each, 10 * mib));
    expect(sequences(log)).toEqual([3, 4, 5]);
    log.add(heavy(6, 40 * mib));
    expect(sequences(log)).toEqual([6]);
    log.add(exchange(7));
    expect(sequences(log)).toEqual([7]);
  });

  test('heads, addresses and traces count as bytes too: a log without bodies is bounded', () => {
    const log = new Log([], 10_000, false);
    const wordy = 'x'.repeat(4096);
    for (let each = 1; each <= 9000; each++)
      log.add(
        exchange(each, {
          request: { method: 'GET', url: 'https://api.svc.example/', headers: [['X', wordy]] },
          trace: [
            {
              ...{ at: 0, outcome: 'refused', verb: 'Compared', text: wordy, sections: [], choices: [] },
              signature: { received: '', expected: '', baseString: wordy },
            },
          ],
        }),
      );
    expect(log.bytes).toBeLessThanOrEqual(mostBytes);
    expect(log.bytes).toBeGreaterThan(mostBytes * 0.99);
    expect(log.list().length).toBeLessThan(mostBytes / (3 * wordy.length));
    log.clear();
    expect(log.bytes).toBe(0);
  });

  test('restored exchanges are bounded too, stay in order, and the sequence continues', () => {
    const rows = [5, 2, 9, 7].map((sequence) => toRow(exchange(sequence)));
    const log = new Log(rows, 3, true);
    expect(sequences(log)).toEqual([5, 7, 9]);
    expect(log.takeDeferred().removed).toEqual(['2']);
    expect(log.nextSequence()).toBe(10);
  });

  test('lists in order of arrival even if answers leave later; listeners get each once', () => {
    const log = new Log([], 10, false);
    const heard: number[] = [];
    const stop = log.subscribe(({ sequence }) => heard.push(sequence));
    log.add(exchange(2));
    log.add(exchange(1));
    stop();
    log.add(exchange(3));
    expect([sequences(log), heard]).toEqual([
      [1, 2, 3],
      [2, 1],
    ]);
  });

  test('finds the answer of a request id until the exchange is removed', () => {
    const log = new Log([], 1, false);
    const known = exchange(1, { request: { id: 'x', method: 'GET', url: '', headers: [] } });
    log.add(known);
    expect(log.byRequestId('x')).toBe(known);
    log.add(exchange(2));
    expect(log.byRequestId('x')).toBeUndefined();
  });
});
