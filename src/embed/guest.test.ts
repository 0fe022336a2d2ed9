import { expect, test } from 'vitest';
import { protocol, version } from '../element/protocol.ts';
import { Guest, noCall } from './guest.ts';

const hello = { protocol, version };

/** A frame, its parent, and the messages that the parent receives by the port that it passed. */
function framed() {
  const here = new EventTarget();
  const { port1: parent } = new MessageChannel();
  const guest = new Guest(parent, here);
  const greet = (source: MessageEventSource | null, data: unknown, count = 1) => {
    const { port1, port2 } = new MessageChannel();
    const heard: unknown[] = [];
    port1.onmessage = (event: MessageEvent<unknown>) => heard.push(event.data);
    const ports = [port2, new MessageChannel().port2, new MessageChannel().port2].slice(0, count);
    here.dispatchEvent(new MessageEvent('message', { source, data, ports, origin: 'https://host.example' }));
    return { port: port1, heard };
  };
  return { guest, parent, greet };
}

test('one handshake is accepted, from the direct parent, with one port', async () => {
  const { guest, parent, greet } = framed();
  const sends: string[] = [];
  guest.takes({ send: () => void sends.push('sent') });
  const stranger = new MessageChannel().port1;
  const ignored = [
    greet(stranger, hello),
    greet(null, hello),
    greet(parent, { ...hello, version: 2 }),
    greet(parent, 'hello'),
    greet(parent, hello, 0),
    greet(parent, hello, 2),
  ];
  const taken = greet(parent, hello);
  ignored.push(greet(parent, hello), greet(stranger, hello));
  for (const { port } of ignored) port.postMessage({ id: 1, wish: { do: 'send' } });
  taken.port.postMessage({ id: 1, wish: { do: 'eval', code: 'x' } });
  taken.port.postMessage({ id: 2, wish: { do: 'send' } });
  await expect
    .poll(() => taken.heard)
    .toEqual([
      { type: 'ready', version },
      { type: 'answer', id: 2, problem: null },
    ]);
  expect(sends).toEqual(['sent']);
  expect(ignored.flatMap(({ heard }) => heard)).toEqual([]);
});

test('orders wait for the world, and are refused with a reason if there is none', async () => {
  const { guest, parent, greet } = framed();
  guest.say({ type: 'resize', height: 200 });
  const { port, heard } = greet(parent, hello);
  port.postMessage({ id: 1, wish: { do: 'send' } });
  await expect.poll(() => heard).toHaveLength(2);
  guest.refuses('There is no endpoint called getNobody.');
  await expect
    .poll(() => heard)
    .toEqual([
      { type: 'ready', version },
      { type: 'resize', height: 200 },
      { type: 'error', message: 'There is no endpoint called getNobody.' },
      { type: 'answer', id: 1, problem: 'There is no endpoint called getNobody.' },
    ]);
});

test('an embed without a call says so, and a page that connects later receives its state', async () => {
  const { guest, parent, greet } = framed();
  const state = { type: 'state', view: 'doctor', endpoint: null, sent: false } as const;
  guest.takes({ reset: () => undefined });
  guest.takes(noCall);
  guest.say(state);
  const { port, heard } = greet(parent, hello);
  port.postMessage({ id: 1, wish: { do: 'send' } });
  port.postMessage({ id: 2, wish: { do: 'reset' } });
  const problem = 'This embed shows no call that could be sent.';
  await expect
    .poll(() => heard)
    .toEqual([
      { type: 'ready', version },
      state,
      { type: 'answer', id: 1, problem },
      { type: 'answer', id: 2, problem: null },
    ]);
});

test('a hundred orders may wait for the world, and further ones are refused', async () => {
  const { guest, parent, greet } = framed();
  const { port, heard } = greet(parent, hello);
  for (let id = 1; id <= 102; id++) port.postMessage({ id, wish: { do: 'send' } });
  const refused = (id: number) => ({
    ...{ type: 'answer', id },
    problem: 'Too many commands are waiting for the embed to start.',
  });
  await expect.poll(() => heard).toEqual([{ type: 'ready', version }, refused(101), refused(102)]);
  guest.takes({ send: () => undefined });
  await expect.poll(() => heard).toHaveLength(103);
});
