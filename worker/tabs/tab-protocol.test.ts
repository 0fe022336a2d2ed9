import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, protocol } from './tab-protocol.ts';
import type { TabMessage } from './tab-protocol.ts';
import { rounds } from '../../tests/support/rounds.ts';

const packed = { value: [1], holes: [{ path: ['0'], piece: 'p' }] };
const bytes = new Uint8Array(1);
const messages: { readonly [T in TabMessage['type']]: Extract<TabMessage, { type: T }> } = {
  ping: { type: 'ping' },
  alive: { type: 'alive', ready: true, term: 3 },
  call: { type: 'call', to: 'b', id: '1', method: 'greet', args: packed },
  answer: { type: 'answer', to: 'b', id: '1', reply: packed },
  received: { type: 'received', to: 'b', id: '1' },
  event: { type: 'event', event: packed },
  down: { type: 'down', to: 'b', id: '1', part: { type: 'chunk', bytes } },
  up: { type: 'up', to: 'b', id: '1', part: { type: 'credit', weight: 5 } },
  piece: { type: 'piece', to: null, piece: { id: 'p', offset: 0, total: 1, bytes } },
};
const sent = (message: object) => structuredClone({ ...message, protocol, from: 'a' });

test.each(Object.entries(messages))('%s is understood', (_, message) => {
  expect(parse(sent(message))).toEqual(sent(message));
});

test.each(Object.entries(messages))(
  '%s without one of its fields, or with an invalid one, is not',
  (_, message) => {
    for (const field of [...Object.keys(message), 'from', 'protocol'])
      for (const wrong of [undefined, {}, NaN])
        expect(parse({ ...sent(message), [field]: wrong }), `${field}: ${typeof wrong}`).toBeNull();
  },
);

test('no message of another page of the origin throws or is understood as something else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ protocol: fc.constant(protocol), from: fc.string(), type: fc.anything() }),
      ),
      (data) => {
        const message = parse(data);
        if (message === null || message === 'foreign leader') return;
        expect(Object.keys(messages)).toContain(message.type);
      },
    ),
    rounds(100, 2000),
  );
});

test('of a tab of another release, only that it leads is understood', () => {
  expect(parse({ ...sent(messages.alive), protocol: 99, ready: 'in another way' })).toBe('foreign leader');
  expect(parse({ ...sent(messages.call), protocol: 99 })).toBeNull();
});
