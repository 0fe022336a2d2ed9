/** The delivery attempts of an event. Its row keeps the latest. */
import { isList, isOneOf, isRecord } from '../checked/is.ts';
import { isThrown } from '../http/send-result.ts';
import type { Thrown } from '../http/send.ts';
import type { Json } from '../state/store/json.ts';
import type { ActivityEvent } from '../state/tables/webhooks.ts';

export const causes = ['event', 'retry', 'redelivery', 'replay', 'duplicate'] as const;
export type Cause = (typeof causes)[number];

/** Why the event was set aside without being sent (choice: activity-held). */
export type Held = 'not_valid' | 'suspended' | 'no_secret' | 'outbox_full';

export type Attempt = {
  /** Epoch ms. */
  readonly at: number;
  readonly cause: Cause;
  /** The status of the answer, or why no answer came (`SendFailureReason`), or why nothing was sent (`Held`). */
  readonly outcome: number | string;
  /** The sequence of its exchange in the log; null when nothing was sent. */
  readonly exchange: string | null;
  /** The header that was sent; null when nothing was sent. */
  readonly signature: string | null;
  /** What the receiver's program threw, if its host knows. */
  readonly thrown?: Thrown;
};

/** More than the five attempts of one delivery: a person can order it again. */
export const attemptsKept = 20;

export const withAttempt = ({ tries }: Pick<ActivityEvent, 'tries'>, made: Attempt): Json =>
  [...attemptsOf(tries), made].slice(-attemptsKept);

/** The attempts of a row. An import can hold any JSON there; values that are not attempts are skipped. */
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
