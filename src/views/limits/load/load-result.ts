import type { Refuser } from '../../../../worker/api.ts';
import type { LimitValues } from '../settings.svelte.ts';

/** A load without its call, because the keys of the call are not stored. */
export interface LoadOutline {
  readonly endpointId: string;
  /** The caller in words: "@mira_holm", "the App". */
  readonly by: string;
  readonly appId: string;
  readonly count: number;
  readonly perSecond: number;
  readonly on429: 'go on' | 'wait' | 'stop';
  /** The form's values for the call. */
  readonly form: Pick<LimitValues, 'as' | 'endpoint'>;
}

/** The progress of a load. */
export interface LoadResult {
  readonly plan: LoadOutline;
  readonly sent: number;
  readonly done: number;
  readonly refused: number;
  /** The number of refused calls by the limit that refused them. */
  readonly refusedBy: Readonly<Partial<Record<Refuser, number>>>;
  readonly closed: number;
  readonly other: number;
  /** The number of other answers by status. */
  readonly others: { readonly [status: string]: number | undefined };
  /** Epoch ms on the platform's clock that it waits for; null while it does not wait. */
  readonly waitsUntil: number | null;
  /** Why it stopped, as the end of a sentence; null while it runs. */
  readonly ended: string | null;
  /** Ms of real time since its start, or until its end. */
  readonly tookMs: number;
  /** The part of it spent waiting for a reset. */
  readonly waitedMs: number;
  /** Whether a reload of the page ended it. */
  readonly isCutOff: boolean;
}
