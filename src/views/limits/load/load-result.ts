import type { Refuser } from '../../../../worker/api.ts';
import type { LimitValues } from '../settings.svelte.ts';

/** A load without its call, whose key is kept nowhere. */
export interface LoadOutline {
  readonly endpointId: string;
  /** By whom, as people say it: "@mira_holm", "the App". */
  readonly by: string;
  readonly appId: string;
  readonly count: number;
  readonly perSecond: number;
  readonly on429: 'go on' | 'wait' | 'stop';
  /** How the form says the call. */
  readonly form: Pick<LimitValues, 'as' | 'endpoint'>;
}

/** How far a load came. */
export interface LoadResult {
  readonly plan: LoadOutline;
  readonly sent: number;
  readonly done: number;
  readonly refused: number;
  /** The refused ones by the limit that refused them. */
  readonly refusedBy: Readonly<Partial<Record<Refuser, number>>>;
  readonly closed: number;
  readonly other: number;
  /** Status and count of the others. */
  readonly others: { readonly [status: string]: number | undefined };
  /** Epoch ms on the platform's clock that it waits for; null while it does not. */
  readonly waitsUntil: number | null;
  /** Why it goes on no more, as the end of a sentence; null while it runs. */
  readonly ended: string | null;
  /** Ms of real time that it took, or has taken. */
  readonly tookMs: number;
  /** Of these, in which it waited for a reset. */
  readonly waitedMs: number;
  /** A reload of the page ended it. */
  readonly isCutOff: boolean;
}
