/** Handlers for what a person does with receivers directly. */
import type { Handlers } from '../../contract/contract.ts';
import type { InUse } from '../in-use.ts';

export async function receivers(
  current: Pick<InUse, 'announcer' | 'outside' | 'run'>,
): Promise<Pick<Handlers, 'receiverLog' | 'clearReceiverLog' | 'tryReceiver' | 'watchReceiver'>> {
  const internet = await current.outside.internet.get();
  return {
    receiverLog: async (host) => internet.log.of(host),
    async clearReceiverLog(host) {
      internet.log.clear(host);
      current.announcer.say({ type: 'receivers' });
    },
    tryReceiver: (host, request) => current.run((platform) => internet.try(platform, host, request)),
    watchReceiver: (host, request) => current.run((platform) => internet.watch(platform, host, request)),
  };
}
