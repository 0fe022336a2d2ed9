/** Calls to the platform, actions of a person outside its API, and questions of a page. */
import type { QuestionArgs, QuestionId, StreamOutcome } from '../../engine/inside.ts';
import type { Handlers } from '../contract/contract.ts';
import { Streaming } from '../contract/streaming.ts';
import type { Open } from '../contract/streaming.ts';
import type { InUse } from './in-use.ts';
import { order } from './order.ts';

type OfCalls = 'greet' | 'send' | 'exchanges' | 'advise' | 'rehearse' | 'do' | 'ask' | 'keep' | 'forget';

const rehearsal = () => import('./rehearsal.ts');

export function calls(current: InUse): Pick<Handlers, OfCalls> {
  const keepVault = (change: (vault: InUse['vault']) => InUse['vault']): Promise<void> =>
    current.runChange(async () => {
      current.vault = change(current.vault);
      current.noteChange();
      await current.storage.keep(current.vault);
    });

  return {
    async greet() {
      const { adsBaseUrl, baseUrl, seed } = current.platform;
      const { jump, loading, storage } = current;
      return {
        ...{ baseUrl, adsBaseUrl, seed, jump },
        world: current.world(),
        clock: current.clock(),
        storage: { ...storage.kept, engine: 'this tab' },
        loading: loading.state,
        canUndo: current.canUndo(),
      };
    },

    send(id, request) {
      const identified = { ...request, id: request.id ?? id };
      return current.run(async (platform) => {
        const outcome = await platform.handle(identified);
        const exchange = platform.exchanges.byRequestId(identified.id);
        if (!exchange) throw new Error('The log has no entry for this call');
        current.noteCall(exchange);
        return outcome.kind === 'stream' ? new Streaming(exchange, told(outcome, current)) : exchange;
      });
    },

    exchanges: (ids?: readonly string[]) =>
      current.run(async (platform) =>
        platform.exchanges.list().filter(({ endpointId }) => !ids || ids.includes(endpointId ?? '')),
      ),

    advise: (requestId) =>
      // During a jump, a call may be refused after the clock has already moved.
      current.run((platform) => {
        const jumped = current.beforeJump?.msUntil(platform.clock.now()) ?? null;
        return platform.ask('remedies.advise', requestId, jumped);
      }),

    async rehearse(steps) {
      const { rehearse } = await rehearsal();
      return rehearse(await current.runWhole((platform) => platform), current.surroundings.families, steps);
    },

    do: (callId, id, args) =>
      current.runChange(async (platform) => {
        const answer = await order(platform, callId, id, args);
        if (answer.ok) {
          current.noteChange();
          current.announcer.say({ type: 'portal' });
        }
        return answer;
      }),

    ask: (id, args) => current.run((platform) => platform.ask(id, ...(args as QuestionArgs<QuestionId>))),

    keep: (credential) =>
      keepVault((vault) => {
        const at = vault.findIndex(({ id }) => id === credential.id);
        return at === -1 ? [...vault, credential] : vault.with(at, credential);
      }),

    forget: (credentialId) => keepVault((vault) => vault.filter(({ id }) => id !== credentialId)),
  };
}

/** The same stream; pages get events when it begins and when it ends. */
function told({ open }: StreamOutcome, { announcer }: Pick<InUse, 'announcer'>): Open {
  const tell = (): void => announcer.say({ type: 'streams' });
  return (sink) => {
    const leave = open({
      write: (chunk) => sink.write(chunk),
      end: (reason, last) => {
        sink.end(reason, last);
        tell();
      },
    });
    tell();
    return () => {
      leave();
      tell();
    };
  };
}
