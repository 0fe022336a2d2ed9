import type { ConsoleLine, ReceiverCall } from '../../../../worker/api.ts';
import type { MarkedLine } from '../../../editor/program.ts';
import { figure } from '../../../parts/figures.ts';

/** Its path and query without the token of a challenge, which differs each time. */
export function askedOf({ method, url }: ReceiverCall): string {
  const at = /^[a-z]+:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
  return `${method} ${at.replace(/([?&]crc_token=)[^&]*/, '$1…') || '/'}`;
}

/** How it ended. */
export function endOf({ outcome, ms }: ReceiverCall): string {
  if (outcome === null) return 'is running';
  const took = `in ${figure(Math.round(ms))} ms`;
  if (outcome.kind === 'response') return `${outcome.status} ${took}`;
  return outcome.reason === 'timeout' ? `was ended: ${outcome.message}` : `no answer ${took}`;
}

/** The kind of call: trials are distinguished from calls of the platform. */
export function kindOf({ isTest, method }: ReceiverCall): string {
  if (!isTest) return '';
  return method === 'GET' ? 'test check' : 'test delivery';
}

/** Whether it is a challenge of the platform. */
export const isChallenge = ({ method, url }: Pick<ReceiverCall, 'method' | 'url'>): boolean =>
  method === 'GET' && /[?&]crc_token=/.test(url);

/** null while it runs, and for an answer to a challenge, where the value counts. */
export function wentWell(call: ReceiverCall): boolean | null {
  const { outcome } = call;
  if (outcome === null) return null;
  const isTaken = outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
  return isTaken && isChallenge(call) ? null : isTaken;
}

/** Why there was no answer, unless a line of its console already says so. */
export function failureOf({ outcome, lines }: ReceiverCall): string | null {
  if (outcome?.kind !== 'failure' || outcome.reason === 'timeout') return null;
  return lines.some(({ level, text }) => level === 'error' && outcome.message.includes(text))
    ? null
    : outcome.message;
}

/** The line at which it failed. */
export function thrownIn(call: ReceiverCall): MarkedLine | null {
  if (wentWell(call) !== false) return null;
  const found = call.lines.findLast(isPlacedError);
  return found ? { line: found.line, why: found.text } : null;
}

const isPlacedError = (line: ConsoleLine): line is ConsoleLine & { readonly line: number } =>
  line.level === 'error' && line.line !== null;
