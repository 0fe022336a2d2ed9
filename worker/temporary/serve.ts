/** Serves one page with its own world. No lock, no channel, no database: nothing outlives the worker. */
import { expose, transfer } from 'comlink';
import { answerOf, refusal } from '../answer.ts';
import { checkCall } from '../contract/contract.ts';
import { replyOf } from '../contract/reply.ts';
import type { Host } from '../host/host.ts';
import type { Surroundings } from '../host/surroundings.ts';
import { newId } from '../ids.ts';
import type { EventMessage, PageLink, RunMessage, RunReceiver } from '../page-link.ts';
import { TabStreams } from '../tabs/tab-streams.ts';
import { turn } from '../tabs/turn.ts';

const nobody = (): void => undefined;

const runInPage: RunReceiver = (run, port) => self.postMessage({ run } satisfies RunMessage, [port]);

/** What the worker of a page provides for a world. */
export type OfOnePage = Pick<Surroundings, 'emit' | 'sandbox' | 'turn'>;

/** `more`: what the page can ask of the worker besides its world. */
export function serveOnePage(open: (given: OfOnePage) => Promise<Host>, more: object = {}): void {
  const starting = open({
    turn,
    emit(event) {
      if (event.type === 'restarted') streams.endSources('Everything was started again.');
      self.postMessage({ event } satisfies EventMessage);
    },
    sandbox: async (...asked) => (await import('../ask-page.ts')).askPage(runInPage, ...asked),
  });
  /** There is no other tab. */
  const streams = new TabStreams({ down: nobody, up: nobody, whenGone: () => nobody });
  const link: PageLink = {
    ready: () => replyOf(async () => void (await starting)),
    async call(method, args) {
      try {
        checkCall(method, args);
      } catch (error) {
        return refusal(error);
      }
      const host = await starting;
      const id = newId();
      const { reply, streaming } = await answerOf(host, { id, method, args });
      host.acknowledge(id);
      if (!streaming) return reply;
      const stream = streams.feed(streaming);
      return transfer({ ...reply, stream }, [stream]);
    },
  };
  expose({ ...more, ...link });
}
