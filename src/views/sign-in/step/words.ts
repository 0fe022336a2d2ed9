/** What the next step would do, in words. Pure. */
import type { Asked, Flow, StepKind } from '../flows.ts';
import { shapes } from '../flow-steps.ts';

export interface NextStep {
  readonly flow: Flow;
  /** null at the end. */
  readonly kind: StepKind | null;
  readonly asked: Asked | null;
  /** Who would sign in; null if the page offers nobody. */
  readonly answerer: string | null;
  readonly isNo: boolean;
}

/** "would answer as @mira_holm", which follows the name of the button. */
export function nextWords({ flow, kind, asked, answerer, isNo }: NextStep): string | null {
  if (asked === 'login') return answerer === null ? null : `would answer as @${answerer}`;
  if (asked === 'decide') return `would press ${isNo ? 'Deny' : 'Allow'} as the person`;
  if (asked === 'pin') return 'would carry the PIN to your app';
  if (kind === null) return null;
  if (kind === 'redirect') return 'sends 302 to the browser';
  if (kind === 'open') return 'opens the page in the browser';
  return `sends ${shapes[kind].labels(flow)[0]}`;
}

/** What the person has to do in the browser. */
export const yours: Readonly<Record<Asked, string>> = {
  login: 'Choose an account in the browser.',
  decide: 'Allow or deny in the browser.',
  pin: 'Carry the PIN from the browser to your app.',
};

/** "2 min 10 s". */
export function lasting(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`];
  return parts.filter(Boolean).join(' ');
}
