/** The methods of the engine's portal that a page may call, with the check of what each takes. */
import { plans } from '../engine/index.ts';
import type { Plan, PortalCommands, PortalMethod } from '../engine/index.ts';
import { flag, nullable, number, object, oneOf, text, tuple } from './checks.ts';
import type { Check } from './checks.ts';

const plan: Check<Plan> = oneOf(...plans);
const kind = oneOf<Parameters<PortalCommands['regenerate']>[1]>('basic', 'app', 'oauth1', 'client');
const settings = object<Parameters<PortalCommands['updateApp']>[1]>({} as never);

/** Every method has its check: one that is missing is a type error. */
const takes: { readonly [M in PortalMethod]: Check<Parameters<PortalCommands[M]>> } = {
  createProject: tuple(text, plan),
  setPlan: tuple(text, plan),
  createApp: tuple(text, nullable(text)),
  attachApp: tuple(text, text),
  detachApp: tuple(text),
  updateApp: tuple(text, settings), // the engine says which setting is wrong, and why
  deleteApp: tuple(text),
  regenerate: tuple(text, kind),
  revoke: tuple(text, kind),
  setSuspended: tuple(text, flag),
  liftAbuse: tuple(text),
  restoreAbuse: tuple(
    text,
    object<Parameters<PortalCommands['restoreAbuse']>[1]>({ startedAt: number, refused: number }),
  ),
  setAbuse: tuple(flag),
  allow: tuple(text, text),
  setBlocked: tuple(text, text, flag),
  answerFollower: tuple(text, text, flag),
  redeliverEvent: tuple(text),
  duplicateEvent: tuple(text),
  replayEvents: tuple(text, number, number),
  dropEvent: tuple(text),
  saveReceiver: tuple(text, text),
  removeReceiver: tuple(text),
  clearReceiver: tuple(text),
};

export type PortalCall = {
  [M in PortalMethod]: readonly [method: M, ...args: Parameters<PortalCommands[M]>];
}[PortalMethod];

export const isPortalCall: Check<PortalCall> = (call): call is PortalCall => {
  if (!Array.isArray(call)) return false;
  const [method, ...args] = call as readonly unknown[];
  return typeof method === 'string' && Object.hasOwn(takes, method) && takes[method as PortalMethod](args);
};
