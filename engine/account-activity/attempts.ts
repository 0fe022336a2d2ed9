/** What became of an event each time that it was to be delivered: the latest stand in its row. */
import { isList, isOneOf, isRecord } from '../checked/is.ts';
import { isThrown } from '../http/send-result.ts';
import type { Thrown } from '../http/send.ts';
import type { Json } from '../state/store/json.ts';
import type { ActivityEvent } from '../state/tables/webhooks.ts';

export const causes = ['event', 'retry', 'redelivery', 'replay', 'duplicate'] as const;
export type Cause = (typeof causes)[number];

/** Why nothing was sent, and the event was set aside at once (choice: activity-held). */
export type Held = 'not_valid' | 'suspended' | 'no_secret' | 'outbox_full';

export type Attempt = {
  /** Epoch ms. */
  readonly at: number;
  readonly cause: Cause;
  /** The status that was answered; why no answer came (`SendFailureReason`); or why nothing was sent (`Held`). */
  readonly outcome: number | string;
  /** The sequence of its exchange in the log; null when nothing was sent. */
  readonly exchange: string | null;
  /** The header that was sent; null when nothing was. */
  readonly signature: string | null;
  /** What the receiver's program threw, where its host knows. */
  readonly thrown?: Thrown;
};

/** A delivery is tried five times, and may be ordered again. */
export const attemptsKept = 20;

export const withAttempt = ({ tries }: Pick<ActivityEvent, 'tries'>, made: Attempt): Json =>
  [...attemptsOf(tries), made].slice(-attemptsKept);

/** Those of a row; what an import may have in their place is none. */
export const attemptsOf = (tries: Json): readonly Attempt[] => (isList(tries) ? tries.filter(isAttempt) : []);

export const isAttempt = (value: Json): value is Attempt => {
  if (!isRecord(value)) return false;
  const { at, cause, outcome, exchange, signature, thrown } = value;
  return (
    typeof at === 'number' &&
    isOneOf(causes, cause) &&
    (typeof outcome === 'number' || typeof outcome === 'string') &&
    (exchange === null || typeof exchange === 'string') &&
    (signature === null || typeof signature === 'string') &&
    (thrown === undefined || isThrown(thrown))
  );
};
