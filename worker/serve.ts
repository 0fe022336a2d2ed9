/** Serves the page of this worker. The worker's name is that of the lock, the channel and the database: see `connect.ts`. */
import { expose, transfer } from 'comlink';
import type { EventMessage, PageLink, RunMessage } from './page-link.ts';
import { replyOf } from './contract/reply.ts';
import { Tab } from './tabs/tab.ts';
import type { OfTab } from './tabs/tab.ts';

export function serve(given: OfTab): void {
  // The worker may have started before the page can hear it (src/early.ts).
  let attach!: () => void;
  const attached = new Promise<void>((resolve) => (attach = resolve));
  const tab = new Tab(
    self.name,
    given,
    (event) => self.postMessage({ event } satisfies EventMessage),
    (run, port) => void attached.then(() => self.postMessage({ run } satisfies RunMessage, [port])),
  );
  const link: PageLink = {
    ready() {
      attach();
      return replyOf(() => tab.ready());
    },
    async call(method, args) {
      const answer = await tab.call(method, args);
      return answer.stream ? transfer(answer, [answer.stream]) : answer;
    },
  };
  expose(link);
}
