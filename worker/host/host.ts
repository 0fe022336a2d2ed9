/**
 * Hosts the one platform: gives it time, keeps its changes, and tells every page what happened. It only knows its
 * surroundings, so a tab's worker, a local server or an embed can run it (decisions/host.md).
 */
import type { Handlers } from '../contract/contract.ts';
import { calls } from './calls.ts';
import { clock } from './clock.ts';
import { Current } from './current.ts';
import { later } from './later.ts';
import { Lazy } from './lazy.ts';
import type { Surroundings } from './surroundings.ts';

/** A handler for each method of the contract, and the methods that only the runner of the host may call. */
export interface Host extends Handlers {
  /** The answer to a call has reached the page that made it, so the call will not be repeated. */
  readonly acknowledge: (id: string) => void;
  /** Another host runs the engine now: changes of this one are no longer shown or kept. */
  readonly retire: () => void;
}

const loadReceivers = () => import('./receivers/index.ts');
const loadReplacing = () => import('./replacing.ts');
const loadTransfers = () => import('./transfer/index.ts');
const loadTrials = () => import('./trials.ts');

export async function startHost(surroundings: Surroundings): Promise<Host> {
  const current = await Current.open(surroundings);
  const { files } = current.outside;
  const receivers = new Lazy(() => loadReceivers().then(({ receivers }) => receivers(current)));
  const trials = new Lazy(() => loadTrials().then(({ Trials }) => new Trials(current)));
  const transfers = new Lazy(() => loadTransfers().then(({ Transfers }) => new Transfers(current)));
  return {
    ...calls(current),
    ...clock(current),
    reset: (id, scenario, withoutUndo = false) =>
      current.replacing(async (cancelling) =>
        (await loadReplacing()).reset(current, id, cancelling, scenario, withoutUndo),
      ),
    cancelReplacement: async () => current.cancelReplacements(),
    undoReplacement: (id, accepted) =>
      current.inTurn(async () => (await loadReplacing()).undoReplacement(current, id, accepted)),
    saveAgain: () => current.saveAgain(),
    ...later(trials, ['tryLoad', 'tryRegistering', 'stopTrial']),
    ...later(receivers, ['receiverLog', 'clearReceiverLog', 'tryReceiver', 'watchReceiver']),
    ...later(files, [
      'files',
      'putFile',
      'generateFile',
      'fileHead',
      'cancelFile',
      'removeFile',
      'setFileConduct',
    ]),
    ...later(transfers, [
      'exportSnapshot',
      'exportSize',
      'exportFile',
      'inspectFile',
      'importFile',
      'cancelImport',
      'importSnapshot',
    ]),
    acknowledge(id) {
      current.platform.acknowledge(id).catch(() => {}); // the answer is then kept a little longer
    },
    retire() {
      current.stop();
      void transfers.loading?.then((loaded) => loaded.stop());
    },
  };
}
