import type { SendFailure } from '../../engine/inside.ts';
import type { ConsoleLine } from './receiver-run.ts';

/** A request to a receiver. */
export interface ReceiverCall {
  /** Ascending. */
  readonly id: number;
  /** When it came, in epoch ms of the platform. */
  readonly at: number;
  /** Whether a person sent it as a trial, and not the platform. */
  readonly isTest: boolean;
  readonly method: string;
  readonly url: string;
  /** Its status, or that there was none; null while the call is under way. */
  readonly outcome: { readonly kind: 'response'; readonly status: number } | SendFailure | null;
  /** Duration in real ms. */
  readonly ms: number;
  readonly lines: readonly ConsoleLine[];
}
