/** The methods of the engine's portal that a page may call, with the check of what each takes. */
import { plans } from '../engine/index.ts';
import type { Plan, Portal } from '../engine/index.ts';
import { flag, nullable, object, oneOf, text, tuple } from './checks.ts';
import type { Check } from './checks.ts';

/** What only reads is part of the world that a page is told. */
type Unasked = 'projects' | 'apps' | 'users' | 'notices' | 'abuseEnabled';
export type PortalMethod = Exclude<keyof Portal, Unasked>;

const plan: Check<Plan> = oneOf(...plans);
const kind = oneOf<Parameters<Portal['regenerate']>[1]>('basic', 'app', 'oauth1', 'client');
const settings = object<Parameters<Portal['updateApp']>[1]>({} as never);

/** Every method has its check: one that is missing is a type error. */
const takes: { readonly [M in PortalMethod]: Check<Parameters<Portal[M]>> } = {
  createProject: tuple(text, plan),
  setPlan: tuple(text, plan),
  createApp: tuple(text, nullable(text)),
  attachApp: tuple(text, text),
  updateApp: tuple(text, settings), // the engine says which setting is wrong, and why
  deleteApp: tuple(text),
  regenerate: tuple(text, kind),
  revoke: tuple(text, kind),
  apiKeyHint: tuple(text),
  setSuspended: tuple(text, flag),
  liftAbuse: tuple(text),
  setAbuse: tuple(flag),
};

export type PortalCall = {
  [M in PortalMethod]: readonly [method: M, ...args: Parameters<Portal[M]>];
}[PortalMethod];
export type PortalAnswer<M extends PortalMethod = PortalMethod> = Awaited<ReturnType<Portal[M]>>;

export const isPortalCall: Check<PortalCall> = (call): call is PortalCall => {
  if (!Array.isArray(call)) return false;
  const [method, ...args] = call as readonly unknown[];
  return typeof method === 'string' && Object.hasOwn(takes, method) && takes[method as PortalMethod](args);
};

export const isPortalAnswer: Check<PortalAnswer> = (answer): answer is PortalAnswer =>
  answer === null || typeof answer === 'string' || object<{ ok: boolean }>({ ok: flag })(answer);
