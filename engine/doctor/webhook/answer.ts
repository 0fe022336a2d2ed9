import type { SendFailureReason } from '../../http/send.ts';
import type { StartFailure } from './not-started.ts';

/** An answer from any source. */
export interface Answer {
  readonly failure: SendFailureReason | null;
  /** Why a receiver that runs in the page did not start; null for any other failure, and if there is none. */
  readonly notStarted: StartFailure | null;
  /** null if it is not known. */
  readonly status: number | null;
  /** undefined if it is not known, null if there is none. */
  readonly contentType: string | null | undefined;
  readonly contentEncoding: string | undefined;
  readonly location: string | undefined;
  readonly body: Uint8Array;
  readonly ms: number | null;
}
