/** Serves the page of this worker. The worker's name is that of the lock, the channel and the database: see `connect.ts`. */
import { expose, transfer } from 'comlink';
import type { Family } from '../engine/inside.ts';
import type { EventMessage, PageLink, RunMessage } from './page-link.ts';
import { replyOf } from './contract/reply.ts';
import { Tab } from './tabs/tab.ts';

/** Long enough that a person who reads an answer or the first line does not have to wait. */
const idleMs = 3000;

/** `families`: the endpoints of the platform. */
export function serve(families: readonly Family[]): void {
  const tab = new Tab(
    self.name,
    families,
    (event) => self.postMessage({ event } satisfies EventMessage),
    (run, port) => self.postMessage({ run } satisfies RunMessage, [port]),
    idleMs,
  );
  const link: PageLink = {
    ready: () => replyOf(() => tab.ready()),
    async call(method, args) {
      const answer = await tab.call(method, args);
      return answer.stream ? transfer(answer, [answer.stream]) : answer;
    },
  };
  expose(link);
}
