import type { Sent, TraceLine } from '../../../../worker/api.ts';

/** The first entry of an error body (platform.md 2.4), with the step that refused the call. */
export interface Problem {
  /** null where a page or a redirect turns somebody away: they carry no code. */
  readonly code: number | null;
  readonly message: string;
  /** An answer with data beside its errors: some of what was asked for is missing. */
  readonly partial: boolean;
  readonly refusedBy: TraceLine | undefined;
}

/** Where the call was refused: the last such step before the answer is written; -1 when it was not. */
export const refusal = (trace: readonly TraceLine[]): number =>
  trace.findLastIndex(({ outcome, verb }) => outcome === 'refused' && verb !== 'Answered');

/** null when the body carries no error entries, and nothing refused the call. */
export function problemOf({ exchange }: Sent, body: string): Problem | null {
  const refusedBy = exchange.trace[refusal(exchange.trace)];
  const entry = firstError(body);
  if (!entry) return refusedBy ? { code: null, message: 'Turned away', partial: false, refusedBy } : null;
  const partial = 'status' in exchange.outcome && exchange.outcome.status < 400;
  return { ...entry, partial, refusedBy };
}

function firstError(body: string): { code: number; message: string } | null {
  if (!body.startsWith('{')) return null;
  try {
    const { errors } = JSON.parse(body) as { errors?: { code?: unknown; message?: unknown }[] };
    const first = Array.isArray(errors) ? errors[0] : undefined;
    if (!first || typeof first.code !== 'number' || typeof first.message !== 'string') return null;
    return { code: first.code, message: first.message };
  } catch {
    return null;
  }
}
