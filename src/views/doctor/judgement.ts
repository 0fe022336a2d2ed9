import type { Diagnosis } from '../../../worker/api.ts';
import { levelOf, titleOf } from '../../doctor/titles.ts';
import { clockMove, durationOf } from './clock-move.ts';
import type { ClockMove, ClockNow } from './clock-move.ts';
import type { DiagnosisForm } from './diagnosis-form.svelte.ts';

/** The words about a request, in a line of the list and above its finding. */
export interface Judgement {
  readonly level: 'ok' | 'err' | 'warn' | 'note';
  /** For the list. */
  readonly short: string;
  readonly title: string;
  /** Set if the signature is right and only the platform's clock has moved since. */
  readonly moved: ClockMove | null;
}

export function judgementOf(each: DiagnosisForm, clock: ClockNow): Judgement {
  const { diagnosis, lacks } = each;
  if (lacks !== null) {
    const text = lackWords[lacks];
    return { level: 'note', short: text, title: text, moved: null };
  }
  if (!diagnosis) return { level: 'note', short: 'Being looked at', title: 'Being looked at', moved: null };
  const moved = isOnlyStale(diagnosis) ? clockMove(each, clock) : null;
  if (moved) {
    const by = durationOf(Math.abs(moved.ms));
    const title = moved.frozen
      ? `The signature is right; the platform’s clock was stopped, ${by} away`
      : `The signature is right; the platform’s clock was moved by ${by}`;
    return { level: 'ok', short: 'Right, the clock moved', title, moved };
  }
  const title = titleOf(diagnosis);
  return { level: levelOf[diagnosis.verdict], short: title, title, moved: null };
}

const lackWords = {
  header: 'Its header was not kept',
  rest: 'Its secrets were not kept',
  address: 'Its address is not known',
  'consumer secret': 'Its consumer secret is needed',
  'token secret': 'Its token secret is needed',
} as const;

/** Whether the signature is right and the request is refused only for its time. */
const isOnlyStale = ({ verdict, signatures, explanations }: Diagnosis): boolean =>
  verdict === 'not-a-signature-problem' &&
  signatures !== null &&
  signatures.received === signatures.right &&
  explanations.length === 1 &&
  explanations[0]!.mistakes.every(({ id }) => id === 'timestamp-stale');
