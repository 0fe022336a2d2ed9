import { firstErrorIn } from '../../../parts/json.ts';
import { isClosed } from '../../../../worker/api.ts';
import type { Sent, TraceLine } from '../../../../worker/api.ts';
import { refusal } from '../../../exchange/refusal.ts';

/** The first entry of an error body (specification 2.4), with the step that refused the call. */
export interface ErrorSummary {
  /** null if a page or a redirect refuses: they carry no code. */
  readonly code: number | null;
  readonly message: string;
  /** Whether it has data besides its errors: only some of what was asked for is missing. */
  readonly partial: boolean;
  readonly refusedBy: TraceLine | undefined;
}

/** null if the body has no errors and nothing refused the call. */
export function errorSummaryOf({ exchange }: Sent, body: string): ErrorSummary | null {
  const refusedBy = exchange.trace[refusal(exchange.trace)];
  const entry = firstError(body);
  if (!entry) return refusedBy ? { code: null, message: 'Turned away', partial: false, refusedBy } : null;
  const partial = !isClosed(exchange.outcome) && exchange.outcome.status < 400;
  return { ...entry, partial, refusedBy };
}

function firstError(body: string): { code: number; message: string } | null {
  const { code, message } = firstErrorIn(body);
  return typeof code === 'number' && typeof message === 'string' ? { code, message } : null;
}
