/** One call on its way through the pipeline, and its record. */
import { actsForUser, isCaller } from '../declaration/principal.ts';
import type { Principal } from '../declaration/principal.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Exchange, WindowState } from '../exchanges/exchange.ts';
import type { Route } from '../declaration/family.ts';
import type { HttpRequest, RenamedRequest } from '../http/messages.ts';
import type { Outcome, RecordedOutcome } from '../http/outcome.ts';
import type { UrlParts } from '../http/url.ts';
import { mergeChanges } from '../state/store/store.ts';
import type { ChangeSet } from '../state/store/store.ts';
import { keyOf } from '../state/tables/index.ts';
import { nowhereSaid, source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';

export interface Run {
  readonly request: HttpRequest | RenamedRequest;
  readonly trace: Trace;
  /** Epoch ms on the platform's clock, the same throughout the call. */
  readonly now: number;
  url: UrlParts | null;
  route: Route | null;
  endpoint: Endpoint | null;
  principal: Principal | null;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  windows: readonly WindowState[];
  /** Rows read to find out who calls and what the caller may do. */
  reads: number;
  /** Whether the call was counted in the windows. */
  isCounted: boolean;
  /** What the call's transactions changed, in order. Only for the trace: the platform commits from the journal. */
  readonly changes: ChangeSet[];
}

export const startRun = (request: HttpRequest | RenamedRequest, trace: Trace, now: number): Run => ({
  request,
  trace,
  now,
  url: null,
  route: null,
  endpoint: null,
  principal: null,
  params: {},
  windows: [],
  reads: 0,
  isCounted: false,
  changes: [],
});

const byLimitHeaders = source(['4.6'], ['limit-headers', 'access-level']);

/** Closes a trace and makes the record of a call. */
export function toExchange(run: Run, sequence: number, outcome: Outcome): Exchange {
  if (outcome.kind !== 'closed')
    run.trace.add(
      outcome.status < 400 ? 'passed' : 'refused',
      'Answered',
      outcome.kind === 'stream' ? `${outcome.status}, and goes on` : String(outcome.status),
      run.windows.length > 0 ? byLimitHeaders : nowhereSaid,
    );
  const { principal } = run;
  return {
    sequence,
    at: run.now,
    durationMs: run.trace.ms,
    direction: 'in',
    endpointId: run.route?.id ?? null,
    appId: principal && isCaller(principal) ? principal.app.id : null,
    userId: principal && actsForUser(principal) ? principal.user.id : null,
    request: 'asSigned' in run.request ? asLogged(run.request) : run.request,
    outcome: recorded(outcome),
    trace: run.trace.lines,
    windows: run.windows,
  };
}

/** A trace line for what a call changed: "added 1 row of `posts`". */
export function traceChanges({ trace, changes: sets }: Run): void {
  const changes = sets.length === 1 ? sets[0]! : mergeChanges(sets, keyOf);
  const parts: string[] = [];
  for (const [table, { added, updated, removed }] of Object.entries(changes)) {
    if (table === 'platform') continue;
    for (const [verb, count] of [
      ['added', added.length],
      ['updated', updated.length],
      ['removed', removed.length],
    ] as const)
      if (count > 0) parts.push(`${verb} ${count} ${count === 1 ? 'row' : 'rows'} of \`${table}\``);
  }
  if (parts.length > 0) trace.add('consumed', 'Changed', parts.join(', '), nowhereSaid);
}

const asLogged = ({ asSigned: _, ...request }: RenamedRequest): HttpRequest => request;

/** A stream is logged as soon as it has its head. */
const recorded = (outcome: Outcome): RecordedOutcome =>
  outcome.kind === 'stream'
    ? { kind: 'stream', status: outcome.status, headers: outcome.headers, ended: null }
    : outcome;
