import { describe, expect, test, vi } from 'vitest';
import { contract, dispatch } from './contract.ts';
import type { Handlers, Method } from './contract.ts';

const request = { method: 'GET', url: 'https://api.svc.example/', headers: [['A', 'b']] };
const credential = { id: 'c', appId: 'a', appName: 'App', kind: 'app', bearer_token: 't' };

const recipe = {
  ...{ seed: '7', rows: 10, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 0.3, faults: ['noCurrency'], isCutOff: false },
};

const load = { call: {}, count: 1, perSecond: 1, waiting: { kind: 'none' }, fresh: true };

const file = new Blob(['{}']);

/** Arguments that each method accepts and refuses. */
const cases: Record<Method, { taken: readonly unknown[][]; refused: readonly unknown[][] }> = {
  greet: { taken: [[]], refused: [[1]] },
  send: {
    taken: [[request], [{ ...request, id: '1', body: new Uint8Array(2) }]],
    refused: [
      [],
      [null],
      [{ ...request, headers: [['A']] }],
      [{ ...request, headers: 'A: b' }],
      [{ ...request, body: 'text' }],
      [{ ...request, id: 1 }],
      [request, request],
      [Object.create(request)],
    ],
  },
  advise: { taken: [['id']], refused: [[], [1], ['id', 'more']] },
  tryLoad: { taken: [[load, 't']], refused: [[], [load], [null, 't'], [load, 1]] },
  tryRegistering: { taken: [['', 't']], refused: [[], ['code'], [1, 't']] },
  stopTrial: { taken: [['t']], refused: [[], [1]] },
  rehearse: {
    taken: [[[]], [[{ kind: 'do', command: 'deliveries.drop', args: [] }]]],
    refused: [[], [null], [[1]]],
  },
  exchanges: { taken: [[], [['getMe', 'streamPosts']]], refused: [[1], ['getMe'], [[1]]] },
  undoJump: { taken: [[true], [false]], refused: [[], [1]] },
  advance: { taken: [[1], [-1]], refused: [[], ['1'], [NaN], [Infinity], [1, 'id']] },
  cancelJump: { taken: [[]], refused: [['id']] },
  freeze: { taken: [[]], refused: [[0]] },
  resume: { taken: [[]], refused: [[0]] },
  // The arguments of commands and questions: tests/contract/commands.test.ts.
  do: {
    taken: [
      ['portal.createApp', ['A', null]],
      ['deliveries.drop', []],
    ],
    refused: [[], ['portal.createApp'], [1, []], ['portal.createApp', 'A', null]],
  },
  ask: {
    taken: [['limits.report', [0]]],
    refused: [[], ['limits.report'], ['limits.report', 0], [null, []]],
  },
  receiverLog: { taken: [['a.example']], refused: [[], [1]] },
  clearReceiverLog: { taken: [['a.example']], refused: [[], [1]] },
  tryReceiver: { taken: [['a.example', request]], refused: [[], ['a.example'], ['a.example', null]] },
  watchReceiver: { taken: [['a.example', request]], refused: [[], ['a.example'], ['a.example', null]] },
  files: { taken: [[]], refused: [['a.csv']] },
  putFile: {
    taken: [['a.csv', new Blob(['id'])]],
    refused: [[], ['a.csv'], ['a.csv', 'id'], ['a/b.csv', new Blob()], ['.csv', new Blob()], [1, new Blob()]],
  },
  generateFile: {
    taken: [
      ['a.csv', recipe],
      ['a.xml', { ...recipe, format: 'RSS', rows: 2_000_000 }],
    ],
    refused: [[], ['a.csv'], ['a.csv', { rows: 1 }]],
  },
  fileHead: { taken: [['a.csv']], refused: [[], ['']] },
  cancelFile: { taken: [['a.csv']], refused: [[], ['../a.csv']] },
  removeFile: { taken: [['a.csv']], refused: [[], [1]] },
  setFileConduct: {
    taken: [
      ['a.csv', { type: 'normal' }],
      ['a.csv', { type: 'slow', bytesPerSecond: 1e6 }],
      ['a.csv', { type: 'stalls', after: 0.5 }],
      ['a.csv', { type: 'endsEarly', after: 1 }],
    ],
    refused: [[], ['a.csv'], ['a.csv', 'slow']],
  },
  keep: { taken: [[credential]], refused: [[], ['c'], [{ id: 'c' }]] },
  forget: { taken: [['c']], refused: [[]] },
  exportSnapshot: { taken: [[]], refused: [['x']] },
  exportSize: { taken: [[]], refused: [['x']] },
  exportFile: {
    taken: [
      [{ token: 't', packed: false, files: true }],
      [{ token: 't', packed: false, files: true, lessons: ['first-call.1.2'] }],
    ],
    refused: [
      ...[[], ['t'], [{ token: 't', packed: true }], [{ token: 't', packed: 1, files: true }]],
      [{ token: 't', packed: false, files: true, lessons: 'first-call.1' }],
    ],
  },
  inspectFile: { taken: [[file, 't']], refused: [[], [file], ['{}', 't'], [new Uint8Array(2), 't']] },
  importFile: { taken: [[file, 't']], refused: [[], [file], ['{}', 't'], [file, 1]] },
  cancelImport: { taken: [['t']], refused: [[], [1]] },
  importSnapshot: {
    taken: [
      [{ format: 'svc-playground', version: 1, tables: {} }],
      [{ format: 'svc-playground', version: 1, tables: {} }, true],
    ],
    refused: [[], ['{}'], [{ format: 'svc-playground', version: 1 }], [null], [new Uint8Array(2)]],
  },
  reset: { taken: [['starter'], ['empty'], ['starter', true]], refused: [[], ['crowd'], ['starter', 1]] },
  cancelReplacement: { taken: [[]], refused: [[1]] },
  saveAgain: { taken: [[]], refused: [[1]] },
  undoReplacement: { taken: [[true], [false]], refused: [[], [1]] },
};

const handlers = () =>
  Object.fromEntries(
    Object.keys(contract).map((method) => [method, vi.fn().mockResolvedValue(method)]),
  ) as unknown as Handlers & Record<Method, ReturnType<typeof vi.fn>>;

describe.each(Object.entries(cases))('%s', (name, { taken, refused }) => {
  const method = name as Method;

  test('its handler gets the arguments, and the id of the call where needed', async () => {
    for (const args of taken) {
      const host = handlers();
      expect(await dispatch(host, { id: 'call-1', method, args })).toBe(method);
      const id = contract[method].repeat === 'by id' ? ['call-1'] : [];
      expect(host[method]).toHaveBeenCalledExactlyOnceWith(...id, ...args);
    }
  });

  test('invalid arguments are a TypeError, and its handler is not called', () => {
    for (const args of refused) {
      const host = handlers();
      expect(() => dispatch(host, { id: 'call-1', method, args }), JSON.stringify(args)).toThrow(TypeError);
      expect(host[method]).not.toHaveBeenCalled();
    }
  });
});

test.each(['acknowledge', 'retire', 'constructor', '__proto__', 'toString', ''])(
  'an unknown method is not called: %s',
  (method) => {
    const host = { ...handlers(), acknowledge: vi.fn(), retire: vi.fn() };
    expect(() => dispatch(host, { id: '1', method: method as Method, args: [] })).toThrow(
      'There is no method',
    );
    expect(host.retire).not.toHaveBeenCalled();
  },
);
