/** Serves one page with a world of its own. No lock, no channel, no database: nothing outlives the worker. */
import { expose, transfer } from 'comlink';
import type { Family } from '../../engine/inside.ts';
import { answerOf, refusal } from '../answer.ts';
import { checkCall } from '../contract/contract.ts';
import { replyOf } from '../contract/reply.ts';
import { newId } from '../ids.ts';
import type { EventMessage, PageLink, RunMessage, RunReceiver } from '../page-link.ts';
import { TabStreams } from '../tabs/tab-streams.ts';
import { turn } from '../tabs/turn.ts';
import { openWorld } from './open.ts';
import type { TemporaryWorld } from './world.ts';

const nobody = (): void => undefined;

const runInPage: RunReceiver = (run, port) => self.postMessage({ run } satisfies RunMessage, [port]);

export function serveTemporary(families: readonly Family[], world: TemporaryWorld): void {
  const starting = openWorld(world, {
    ...{ families, turn },
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
  expose(link);
}
