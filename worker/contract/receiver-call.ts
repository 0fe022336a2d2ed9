import type { SendFailure } from '../../engine/inside.ts';
import type { ConsoleLine } from './receiver-run.ts';

/** A request that came to a receiver. */
export interface ReceiverCall {
  /** Ascending. */
  readonly id: number;
  /** When it came, in epoch ms of the platform. */
  readonly at: number;
  /** Whether a person tried it out, and the platform did not send it. */
  readonly isTest: boolean;
  readonly method: string;
  readonly url: string;
  /** Its status, or that there was none; null while it is under way. */
  readonly outcome: { readonly kind: 'response'; readonly status: number } | SendFailure | null;
  /** Real ms that it took. */
  readonly ms: number;
  readonly lines: readonly ConsoleLine[];
}
