/** What attached pages can ask of a local server: the contract of the worker, over the world that the server keeps. */
import type { Handlers } from '../contract/contract.ts';
import type { ClockState } from '../contract/world.ts';
import { calls } from '../host/calls.ts';
import { later } from '../host/later.ts';
import { Lazy } from '../host/lazy.ts';
import type { AttachedWorld } from './world.ts';

const loadExports = () => import('../host/transfer/exports.ts');
const loadJump = () => import('../host/jump.ts');
const loadReceivers = () => import('../host/receivers/index.ts');
const loadTrials = () => import('../host/trials.ts');

/** The page has no way to ask for these. */
const refuse = (why: string) => (): Promise<never> => Promise.reject(new Error(why));
const noImport = refuse('A server is started with a file: svc-playground serve --snapshot <file>.');
const nothing = (): Promise<void> => Promise.resolve();
const gone = () => Promise.resolve({ kind: 'gone' as const });

/** Where nothing is remembered, nothing is brought back. */
const history = { begin: nothing };

export function handlersOf(world: AttachedWorld, reset: () => Promise<void>): Handlers {
  const { files } = world.outside;
  const exports = new Lazy(() => loadExports().then(({ Exports }) => new Exports(world)));
  const receivers = new Lazy(() => loadReceivers().then((it) => it.receivers(world)));
  const trials = new Lazy(() => loadTrials().then(({ Trials }) => new Trials(world)));
  /** What follows is told by what changed. */
  const clock = async (work: () => Promise<unknown>): Promise<ClockState> => {
    await work();
    return world.clock();
  };
  return {
    ...calls(world),
    async advance(id, ms) {
      const { jump } = await loadJump();
      const isMade = await jump(world, { clock: world.platform.clock, history }, ms, id);
      return { ...world.clock(), stopped: !isMade };
    },
    cancelJump: () => clock(() => world.platform.clock.cancel()),
    freeze: () => clock(() => world.platform.clock.freeze()),
    resume: () => clock(() => world.platform.clock.resume()),
    undoJump: gone,
    async reset() {
      await reset();
      return { kind: 'replaced', canUndo: false };
    },
    cancelReplacement: nothing,
    saveAgain: nothing,
    undoReplacement: gone,
    inspectFile: noImport,
    importFile: noImport,
    importSnapshot: noImport,
    cancelImport: nothing,
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
    ...later(exports, ['exportSnapshot', 'exportSize', 'exportFile']),
  };
}
