import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { isHello, protocol, readOrder, readSaid, version } from './protocol.ts';
import type { FrameSaid, Wish } from './protocol.ts';

test('every order is read unchanged', () => {
  const wishes: readonly Wish[] = [
    ...([{ do: 'send' }, { do: 'reset' }, { do: 'advance', ms: 900_000 }] as const),
    ...([
      { do: 'setTheme', theme: 'dark' },
      { do: 'open', link: '#/requests/getMe' },
    ] as const),
  ];
  for (const wish of wishes) expect(readOrder({ id: 1, wish })).toEqual({ id: 1, wish });
  expect(readOrder({ id: 1, wish: { do: 'send', code: 'alert(1)' } })).toEqual({
    id: 1,
    wish: { do: 'send' },
  });
});

test('everything that a frame says is read unchanged', () => {
  const sent = {
    endpoint: 'getMe',
    method: 'GET',
    url: 'https://api.svc.example/2/users/me',
    durationMs: 4.5,
    request: { headers: [['authorization', '']] as const, body: null },
    response: { headers: [['content-type', 'application/json']] as const, body: '{}' },
    trace: [{ verb: 'Matched', outcome: 'passed', sections: ['8.3'] }],
  };
  const all: readonly FrameSaid[] = [
    ...([
      { type: 'ready', version },
      { type: 'resize', height: 412 },
    ] as const),
    ...([
      { type: 'sent', ...sent, status: 200 },
      { type: 'sent', ...sent, endpoint: null, status: null, response: null },
    ] as const),
    ...([
      { type: 'state', view: 'limits', endpoint: 'getMe', sent: true },
      { type: 'error', message: 'No.' },
      { type: 'answer', id: 3, problem: null },
    ] as const),
  ];
  for (const said of all) expect(readSaid(said)).toEqual(said);
});

test.each([
  { id: 1, wish: { do: 'eval', code: '1' } },
  { id: 1, wish: { do: 'setTheme', theme: 'url(x)' } },
  { id: 1, wish: { do: 'advance', ms: -1 } },
  { id: 1, wish: { do: 'advance', ms: Infinity } },
  { id: 1, wish: { do: 'open', link: 'x'.repeat(1 << 20) } },
  { id: 1.5, wish: { do: 'send' } },
  { id: '1', wish: { do: 'send' } },
  { wish: { do: 'send' } },
  { id: 1, wish: null },
  [1, { do: 'send' }],
  'send',
  null,
  undefined,
])('%j is not an order', (data) => {
  expect(readOrder(data)).toBeNull();
});

test('no input throws, and every result is in the lists', () => {
  const keys = fc.constantFrom(
    'id',
    'wish',
    'do',
    'type',
    'theme',
    'ms',
    'link',
    'height',
    'protocol',
    'version',
  );
  const values = fc.oneof(
    fc.anything({ maxDepth: 2, withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.constantFrom('send', 'reset', 'open', 'setTheme', 'ready', 'sent', 'answer', protocol, version),
  );
  const data = fc.oneof(
    values,
    fc.dictionary(keys, values),
    fc.record({ id: fc.integer(), wish: fc.dictionary(keys, values) }),
  );
  fc.assert(
    fc.property(data, (any) => {
      expect(['send', 'reset', 'advance', 'setTheme', 'open', undefined]).toContain(readOrder(any)?.wish.do);
      expect(['ready', 'resize', 'sent', 'state', 'error', 'answer', undefined]).toContain(
        readSaid(any)?.type,
      );
      expect(typeof isHello(any)).toBe('boolean');
    }),
    rounds(300, 20_000),
  );
});
