/** The worker of one page. Its name is that of the lock, the channel and the database: see `connect.ts`. */
import { expose } from 'comlink';
import type { PlaygroundEvent } from './api.ts';
import type { Door } from './door.ts';
import { Session } from './owner.ts';
import { replyOf } from './reply.ts';

const ports: MessagePort[] = [];
const emit = (event: PlaygroundEvent): void => {
  for (const port of ports) port.postMessage(event);
};
const session = new Session(self.name, emit);

const door: Door = {
  ready: () => replyOf(() => session.ready()),
  call: (method, args) => session.call(method, args),
  listen: (port) => void ports.push(port),
};
expose(door);
